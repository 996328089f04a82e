import { ShieldOff } from "lucide-react";
import { startTransition, useActionState } from "react";
import { TwoStepConfirm } from "#client/ui/two-step-confirm.tsx";
import { actionText } from "#text/actions.ts";
import { usersText } from "#text/users.ts";

interface DemotionButtonProps {
  /** The id of the element that says whose rights they are. */
  readonly describedBy: string;
  readonly onDemote: () => Promise<void>;
}

/** Takes an admin's rights back, asked for in place. */
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
