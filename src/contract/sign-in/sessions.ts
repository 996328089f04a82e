import * as z from "zod/mini";
import { UserRow } from "../accounts/users.ts";
import type { Operation } from "../operation.ts";
import { API } from "../paths.ts";

export const Session = z.object({
  user: UserRow,
  expiresAt: z.string(),
  /** Whether the user's address is confirmed; left out for the built-in admin, whose address is not real. */
  isEmailConfirmed: z.optional(z.boolean()),
});

export type Session = z.infer<typeof Session>;

/** The most sessions of one user. A further sign-in ends the session that was idle longest. */
export const OWN_SESSIONS_MAX = 30;

/** A session as shown to its own user. */
export const OwnSession = z.object({
  id: z.string(),
  /** Proper names such as « Firefox » and « Windows »; `null` if unknown. */
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  /** ISO 8601. It may be a minute old, because it is stored at most once a minute. */
  lastSeenAt: z.string(),
  /** Whether this call was made in it. */
  isCurrent: z.boolean(),
});

export const OwnSessions = z.array(OwnSession);

export type OwnSession = z.infer<typeof OwnSession>;

export const SESSION_OPERATIONS = {
  signOut: {
    method: "POST",
    path: API.signOut,
    access: "anyone",
    summary: "End the session that the cookie names, if there is one",
  },
  session: {
    method: "GET",
    path: API.session,
    access: "anyone",
    summary: "Who is signed in; null when nobody is",
    response: z.nullable(Session),
  },
  listOwnSessions: {
    method: "GET",
    path: API.ownSessions,
    access: "profile.edit_own",
    summary: "List the caller's own sessions, this one first",
    response: OwnSessions,
  },
  endOwnSession: {
    method: "DELETE",
    path: API.ownSession,
    access: "profile.edit_own",
    summary: "End one of the caller's sessions",
  },
  endOtherSessions: {
    method: "DELETE",
    path: API.ownSessions,
    access: "profile.edit_own",
    summary: "End all of the caller's sessions except this one",
  },
} as const satisfies Readonly<Record<string, Operation>>;
