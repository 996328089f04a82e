import { useRef, useTransition } from "react";
import { layoutText } from "#text/layout.ts";
import { signOutText, unsentConsequence } from "#text/connection.ts";
import { useConnection } from "../planning/planning-hooks.ts";
import { useSession } from "../session/session-hooks.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";

/** Asks before somebody signs out whose answers have not all been sent. They wait here for them, and go out as theirs. */
export function SignOutDialog({ onClose }: { readonly onClose: () => void }) {
  const unsent = useConnection()?.unsent ?? 0;
  const { signOut } = useSession();
  const [isPending, startTransition] = useTransition();
  const stayRef = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      isOpen
      title={signOutText.question}
      initialFocusRef={stayRef}
      onClose={onClose}
      actions={
        <>
          <Button ref={stayRef} onClick={onClose}>
            {signOutText.stay}
          </Button>
          <Button variant="primary" isPending={isPending} onClick={() => startTransition(signOut)}>
            {unsent > 0 ? signOutText.leaveAnyway : layoutText.signOut}
          </Button>
        </>
      }
    >
      <p aria-live="polite">{unsent > 0 ? unsentConsequence(unsent) : signOutText.allSent}</p>
    </Dialog>
  );
}
