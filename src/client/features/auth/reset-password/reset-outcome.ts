import { firstRefused } from "#client/forms/refused-fields.ts";
import type { ApiError } from "#client/http/api-error.ts";
import {
  NEW_PASSWORD_FIELDS,
  type NewPasswordDraft,
  type NewPasswordProblem,
  newPasswordProblem,
} from "#client/session/passwords/new-password.ts";
import { failureSentence } from "#text/errors/errors.ts";
import { passwordOutcome } from "#text/accounts/passwords.ts";

/** The message of the reset screen after its button was pressed. */
export type ResetOutcome =
  | { readonly kind: "nothing" }
  | { readonly kind: "wrong"; readonly problem: NewPasswordProblem }
  | { readonly kind: "link-invalid" }
  | { readonly kind: "failed"; readonly sentence: string; readonly reason?: string }
  | { readonly kind: "done"; readonly email: string };

/** The problem of a draft before it is sent; `null` if it can be sent. */
export function resetDraftProblem(draft: NewPasswordDraft): ResetOutcome | null {
  const problem = newPasswordProblem(draft);
  return problem && { kind: "wrong", problem };
}

export function newPasswordRefusal(error: ApiError): ResetOutcome {
  const { code } = error;
  if (code === "reset.link_invalid") return { kind: "link-invalid" };
  const problem = firstRefused(error, NEW_PASSWORD_FIELDS);
  if (problem) return { kind: "wrong", problem };
  if (code === "request.too_many") return { kind: "failed", sentence: failureSentence(error) };
  return { kind: "failed", sentence: passwordOutcome.changeFailed, reason: failureSentence(error) };
}
