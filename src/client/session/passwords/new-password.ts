import { type ErrorCode, errorCodeOf } from "#contract/errors.ts";
import { NewPassword } from "#contract/sign-in/passwords.ts";

/** A new password and its repetition, as typed. */
export interface NewPasswordDraft {
  readonly newPassword: string;
  readonly confirmation: string;
}

export const NEW_PASSWORD_FIELDS = ["newPassword", "confirmation"] as const;

export interface NewPasswordProblem {
  readonly field: keyof NewPasswordDraft;
  readonly code: ErrorCode;
}

/** The first problem to fix; empty fields come first. `null` if there is none. */
export function newPasswordProblem({ newPassword, confirmation }: NewPasswordDraft): NewPasswordProblem | null {
  if (newPassword === "") return { field: "newPassword", code: "field.required" };
  if (confirmation === "") return { field: "confirmation", code: "field.required" };
  const issue = NewPassword.safeParse(newPassword).error?.issues[0];
  if (issue) return { field: "newPassword", code: errorCodeOf(issue.message) };
  return confirmation === newPassword ? null : { field: "confirmation", code: "account.password_mismatch" };
}
