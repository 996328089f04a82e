import { KeyRound } from "lucide-react";
import { startTransition, useActionState } from "react";
import { Button } from "#client/ui/buttons/button.tsx";
import { resetLinkFor, usersText } from "#text/users/users.ts";

interface ResetLinkButtonProps {
  /** Name of the user whose password it is about. */
  readonly name: string;
  /** What tells them from a namesake. */
  readonly description: string;
  readonly onPrepare: () => Promise<void>;
}

/** Prepares a link with which a user can choose a new password. */
export function ResetLinkButton({ name, description, onPrepare }: ResetLinkButtonProps) {
  const [, submit, isPending] = useActionState(onPrepare, undefined);
  return (
    <Button
      variant="quiet"
      size="compact"
      icon={<KeyRound />}
      isPending={isPending}
      aria-label={resetLinkFor(name)}
      aria-description={description}
      className="max-md:-ml-3.5"
      onClick={() => startTransition(submit)}
    >
      {usersText.resetLink}
    </Button>
  );
}
