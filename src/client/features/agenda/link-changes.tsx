import { TwoStepConfirm } from "#client/ui/buttons/two-step-confirm.tsx";
import { agendaText } from "#text/agenda/agenda.ts";
import { actionText } from "#text/phrases/actions.ts";

interface LinkChangesProps {
  readonly isPending: boolean;
  readonly onRenew: () => void;
  readonly onRemove: () => void;
}

interface ChangeProps {
  readonly label: string;
  readonly confirmLabel: string;
  /** What follows, shown while it asks. */
  readonly hint: string;
  readonly className?: string;
  readonly isPending: boolean;
  readonly onConfirm: () => void;
}

function Change({ label, confirmLabel, hint, className = "", isPending, onConfirm }: ChangeProps) {
  return (
    <div className="group/change flex max-w-full flex-col gap-2 has-data-confirming:grow has-data-confirming:basis-full">
      <div aria-live="polite">
        <p className="hidden text-small group-has-data-confirming/change:block">{hint}</p>
      </div>
      <TwoStepConfirm
        label={label}
        confirmLabel={confirmLabel}
        cancelLabel={actionText.cancel}
        onConfirm={onConfirm}
        button={{ variant: "quiet", className: `px-0.5! ${className}`, isPending }}
      />
    </div>
  );
}

/** Another address instead of this one, or none any more: each is confirmed in place. */
export function LinkChanges({ isPending, onRenew, onRemove }: LinkChangesProps) {
  return (
    <div className="flex flex-wrap justify-between gap-x-6 gap-y-2">
      <Change
        label={agendaText.renew}
        confirmLabel={agendaText.confirmRenewal}
        hint={agendaText.renewHint}
        isPending={isPending}
        onConfirm={onRenew}
      />
      <Change
        label={agendaText.remove}
        confirmLabel={agendaText.confirmRemoval}
        hint={agendaText.removeHint}
        className="text-missing! hover:bg-missing-soft!"
        isPending={isPending}
        onConfirm={onRemove}
      />
    </div>
  );
}
