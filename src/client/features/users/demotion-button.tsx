import { ShieldOff } from "lucide-react";
import { startTransition, useActionState } from "react";
import { TwoStepConfirm } from "#client/ui/buttons/two-step-confirm.tsx";
import { actionText } from "#text/phrases/actions.ts";
import { usersText } from "#text/users/users.ts";

interface DemotionButtonProps {
  /** Id of the element that names the admin. */
  readonly describedBy: string;
  readonly onDemote: () => Promise<void>;
}

/** Removes an admin's rights after a confirmation in place. */
export function DemotionButton({ describedBy, onDemote }: DemotionButtonProps) {
  const [, submit, isPending] = useActionState(onDemote, undefined);
  return (
    <TwoStepConfirm
      label={usersText.removeRights}
      confirmLabel={usersText.confirmRemoval}
      cancelLabel={actionText.cancel}
      onConfirm={() => startTransition(submit)}
      button={{
        variant: "quiet",
        size: "compact",
        icon: <ShieldOff />,
        isPending,
        "aria-describedby": describedBy,
        className: "max-md:-ml-3.5",
      }}
    />
  );
}
