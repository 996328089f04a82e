import { useRef, useTransition } from "react";
import { layoutText } from "#text/shell/layout.ts";
import { signOutText, unsentConsequence } from "#text/shell/connection.ts";
import { useConnection } from "../../planning/planning-hooks.ts";
import { useSession } from "../../session/session-hooks.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";

/**
 * Asks before signing out a user who has unsent answers. The answers stay stored, and are sent when this user signs in
 * again.
 */
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
