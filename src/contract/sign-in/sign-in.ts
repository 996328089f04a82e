import * as z from "zod/mini";
import { ChosenServices, Email, NAME_MAX } from "../accounts/account-fields.ts";
import { Invitation } from "../accounts/invitations.ts";
import { shortText, typedLine } from "../limits.ts";
import type { Operation } from "../operation.ts";
import { API } from "../paths.ts";
import { KnownPassword, NewPassword } from "./passwords.ts";
import { Session } from "./sessions.ts";

export const SignIn = z.object({
  email: Email,
  password: KnownPassword,
  rememberMe: z.optional(z.boolean()),
});

export type SignIn = z.infer<typeof SignIn>;

export const SignUp = z.object({
  firstName: typedLine(NAME_MAX),
  lastName: typedLine(NAME_MAX),
  email: Email,
  password: NewPassword,
  /** Ignored: the full name is built from firstName and lastName. */
  name: z.optional(shortText(2 * NAME_MAX + 1)),
  positions: ChosenServices,
  /** The token of the team's link, of a personal invitation, or of a one-time link that makes this account an admin. */
  invitation: z.optional(Invitation),
});

export type SignUp = z.infer<typeof SignUp>;

export const SIGN_IN_OPERATIONS = {
  signUp: {
    method: "POST",
    path: API.signUp,
    access: "anyone",
    summary: "Create an account, and sign in with it",
    request: SignUp,
    status: 201,
    response: Session,
  },
  signIn: {
    method: "POST",
    path: API.signIn,
    access: "anyone",
    summary: "Sign in with a password",
    request: SignIn,
    response: Session,
  },
} as const satisfies Readonly<Record<string, Operation>>;
