import * as z from "zod/mini";
import { Email } from "../accounts/account-fields.ts";
import { secretText, shortText } from "../limits.ts";
import { Done, type Operation } from "../operation.ts";
import { API } from "../paths.ts";

/** Shortest password (specification §9). */
export const PASSWORD_MIN = 6;

/** Bounds the cost of hashing. */
export const PASSWORD_MAX = 128;

/** Several times the length of a real token. */
const RESET_TOKEN_MAX = 200;

/** An existing password: it may have been chosen under older rules. */
export const KnownPassword = secretText(PASSWORD_MAX).check(z.minLength(1, "field.required"));

export const NewPassword = secretText(PASSWORD_MAX).check(z.minLength(PASSWORD_MIN, "account.password_too_short"));

export const PasswordResetRequest = z.object({ email: Email });

/** `token` comes from the mail. A value of any other form is refused as an invalid link. */
export const PasswordReset = z.object({
  token: shortText(RESET_TOKEN_MAX, "reset.link_invalid"),
  newPassword: NewPassword,
});

export const PasswordChange = z.object({ currentPassword: KnownPassword, newPassword: NewPassword });

export type PasswordResetRequest = z.infer<typeof PasswordResetRequest>;
export type PasswordReset = z.infer<typeof PasswordReset>;
export type PasswordChange = z.infer<typeof PasswordChange>;

/** The e-mail of the account whose password was set. */
export const ResetDone = z.object({ status: z.literal("done"), email: z.string() });

export const PASSWORD_OPERATIONS = {
  requestPasswordReset: {
    method: "POST",
    path: API.requestPasswordReset,
    access: "anyone",
    summary: "Mail a one-time link, valid for an hour, to choose a new password",
    request: PasswordResetRequest,
    response: Done,
  },
  resetPassword: {
    method: "POST",
    path: API.resetPassword,
    access: "anyone",
    summary: "Choose a new password by a one-time link; ends every session of that person",
    request: PasswordReset,
    response: ResetDone,
  },
  changePassword: {
    method: "POST",
    path: API.changePassword,
    access: "profile.edit_own",
    summary: "Change the caller's password; ends all their other sessions",
    request: PasswordChange,
    response: Done,
  },
} as const satisfies Readonly<Record<string, Operation>>;
