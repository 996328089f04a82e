import type { DraftField } from "../draft/event-draft.ts";

/** What each input of the form gets. */
export interface InputProps {
  readonly name: DraftField;
  readonly value: string;
  readonly error: string | undefined;
  readonly "aria-invalid": boolean;
  readonly onChange: (event: { readonly target: { readonly value: string } }) => void;
}
