import type { ComponentProps } from "react";
import { actionText } from "#text/phrases/actions.ts";
import { TwoStepConfirm } from "../ui/buttons/two-step-confirm.tsx";

type ConfirmProps = Omit<ComponentProps<typeof TwoStepConfirm>, "confirmLabel" | "cancelLabel"> & {
  /** By default, the word for a deletion. */
  readonly confirmLabel?: string;
};

/** `TwoStepConfirm` with the words for a deletion. */
export function Confirm(props: ConfirmProps) {
  return <TwoStepConfirm confirmLabel={actionText.confirmDeletion} cancelLabel={actionText.cancel} {...props} />;
}
