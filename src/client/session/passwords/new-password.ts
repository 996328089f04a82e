import { NewPassword } from "#contract/account-forms.ts";
import { type ErrorCode, isErrorCode } from "#contract/errors.ts";

/** A new password and its repetition, as typed. */
export interface NewPasswordDraft {
  readonly newPassword: string;
  readonly confirmation: string;
}

export interface NewPasswordProblem {
  readonly field: keyof NewPasswordDraft;
  readonly code: ErrorCode;
}

/** The first thing to mend: an empty field before anything else. `null` when all is well. */
export function newPasswordProblem({ newPassword, confirmation }: NewPasswordDraft): NewPasswordProblem | null {
  if (newPassword === "") return { field: "newPassword", code: "field.required" };
  if (confirmation === "") return { field: "confirmation", code: "field.required" };
  const issue = NewPassword.safeParse(newPassword).error?.issues[0];
  if (issue) return { field: "newPassword", code: isErrorCode(issue.message) ? issue.message : "request.invalid" };
  return confirmation === newPassword ? null : { field: "confirmation", code: "account.password_mismatch" };
}
