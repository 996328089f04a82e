import * as z from "zod/mini";
import { UserRow } from "../accounts/users.ts";
import type { Operation } from "../operation.ts";
import { API } from "../paths.ts";

export const Session = z.object({
  user: UserRow,
  expiresAt: z.string(),
  /** Whether the user's address is confirmed; left out for the built-in admin, who has none to confirm. */
  isEmailConfirmed: z.optional(z.boolean()),
});

export type Session = z.infer<typeof Session>;

export const SESSION_OPERATIONS = {
  signOut: {
    method: "POST",
    path: API.signOut,
    access: "anyone",
    summary: "End the session that the cookie names, if it is one",
    status: 204,
    errors: [],
  },
  session: {
    method: "GET",
    path: API.session,
    access: "anyone",
    summary: "Who is signed in; null when nobody is",
    status: 200,
    response: z.nullable(Session),
    errors: [],
  },
} as const satisfies Readonly<Record<string, Operation>>;
