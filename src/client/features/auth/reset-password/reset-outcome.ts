import type { ApiError } from "#client/http/api-error.ts";
import { type NewPasswordDraft, type NewPasswordProblem, newPasswordProblem } from "#client/session/new-password.ts";
import { failureSentence, sentenceOf } from "#text/errors.ts";
import { passwordOutcome } from "#text/passwords.ts";

/** What the screen of a new password has to say after a press on its button. */
export type ResetOutcome =
  | { readonly kind: "nothing" }
  | { readonly kind: "wrong"; readonly problem: NewPasswordProblem }
  | { readonly kind: "link-invalid" }
  | { readonly kind: "failed"; readonly sentence: string; readonly reason?: string }
  | { readonly kind: "done" };

/** What is wrong with a draft before anything is sent; `null` when it can be. */
export function resetDraftProblem(draft: NewPasswordDraft): ResetOutcome | null {
  const problem = newPasswordProblem(draft);
  return problem && { kind: "wrong", problem };
}

export function newPasswordRefusal(error: ApiError): ResetOutcome {
  const { code } = error;
  if (code === "reset.link_invalid") return { kind: "link-invalid" };
  if (code === "request.too_many") return { kind: "failed", sentence: failureSentence(error) };
  return { kind: "failed", sentence: passwordOutcome.changeFailed, reason: sentenceOf(code) };
}
