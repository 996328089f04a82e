import { firstRefused } from "#client/forms/refused-fields.ts";
import type { ApiError } from "#client/http/api-error.ts";
import {
  NEW_PASSWORD_FIELDS,
  type NewPasswordDraft,
  newPasswordProblem,
} from "#client/session/passwords/new-password.ts";
import type { ErrorCode } from "#contract/errors.ts";
import { failureSentence } from "#text/errors/errors.ts";
import { passwordOutcome } from "#text/accounts/passwords.ts";

/** The fields of the password form, as typed. */
export interface PasswordChangeDraft extends NewPasswordDraft {
  readonly oldPassword: string;
}

type PasswordField = keyof PasswordChangeDraft;

/** The message of that form after its button was pressed. */
export type PasswordChangeOutcome =
  | { readonly status: "nothing" }
  | { readonly status: "wrong"; readonly field: PasswordField; readonly code: ErrorCode }
  | { readonly status: "failed"; readonly sentence: string; readonly reason?: string }
  | { readonly status: "changed" };

const FIELDS = ["oldPassword", ...NEW_PASSWORD_FIELDS] as const;

export const EMPTY_PASSWORDS: PasswordChangeDraft = { oldPassword: "", newPassword: "", confirmation: "" };

/** The first problem to fix, empty fields first; `null` if the draft can be sent. */
export function passwordChangeProblem(draft: PasswordChangeDraft): PasswordChangeOutcome | null {
  if (draft.oldPassword === "") return { status: "wrong", field: "oldPassword", code: "field.required" };
  const problem = newPasswordProblem(draft);
  return problem && { status: "wrong", ...problem };
}

/** Specification §8: the error's own message; if it has none of its own, the catalogue's text. */
export function passwordChangeRefusal(failure: ApiError): PasswordChangeOutcome {
  const { code } = failure;
  const problem = firstRefused(failure, FIELDS, { currentPassword: "oldPassword" });
  if (problem) return { status: "wrong", ...problem };
  const hasOwnMessage = code === "request.too_many" || code === "account.built_in";
  if (hasOwnMessage) return { status: "failed", sentence: failureSentence(failure) };
  return { status: "failed", sentence: passwordOutcome.changeFailed, reason: failureSentence(failure) };
}
