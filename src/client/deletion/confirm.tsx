import type { ComponentProps } from "react";
import { actionText } from "#text/phrases/actions.ts";
import { TwoStepConfirm } from "../ui/buttons/two-step-confirm.tsx";

type ConfirmProps = Omit<ComponentProps<typeof TwoStepConfirm>, "confirmLabel" | "cancelLabel"> & {
  /** Default: that of a deletion. */
  readonly confirmLabel?: string;
};

/** `TwoStepConfirm` with its usual words. */
export function Confirm(props: ConfirmProps) {
  return <TwoStepConfirm confirmLabel={actionText.confirmDeletion} cancelLabel={actionText.cancel} {...props} />;
}
