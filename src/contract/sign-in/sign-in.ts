import * as z from "zod/mini";
import { Email } from "../accounts/account-fields.ts";
import type { Operation } from "../operation.ts";
import { API } from "../paths.ts";
import { KnownPassword } from "./passwords.ts";
import { Session } from "./sessions.ts";

export const SignIn = z.object({
  email: Email,
  password: KnownPassword,
  rememberMe: z.optional(z.boolean()),
});

export type SignIn = z.infer<typeof SignIn>;

export const SIGN_IN_OPERATIONS = {
  signIn: {
    method: "POST",
    path: API.signIn,
    access: "anyone",
    summary: "Sign in with a password",
    request: SignIn,
    status: 200,
    response: Session,
    errors: ["account.not_found", "account.wrong_password", "request.too_many"],
  },
} as const satisfies Readonly<Record<string, Operation>>;
