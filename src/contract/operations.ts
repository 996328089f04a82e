import * as z from "zod/mini";
import type { Capability } from "../domain/permissions.ts";
import {
  AdminPromotion,
  PasswordChange,
  PasswordReset,
  PasswordResetRequest,
  ProfileUpdate,
  Session,
  SignIn,
  SignUp,
  UserRow,
} from "./accounts.ts";
import { PublicConfig } from "./config.ts";
import type { ErrorCode } from "./errors.ts";
import { API } from "./paths.ts";

/** Who may call: anyone, or whoever is signed in and may do this. */
export type Access = "anyone" | Capability;

/** One call of the API as data: the routes are mounted from it, and the OpenAPI document is written from it. */
export interface Operation {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  readonly path: string;
  readonly access: Access;
  readonly summary: string;
  /** The JSON body. */
  readonly request?: z.ZodMiniType;
  /** The status of success, and its JSON body if it has one. */
  readonly status: 200 | 201 | 204;
  readonly response?: z.ZodMiniType;
  /** Errors of this call alone; those of any call (bad body, unknown path, …) go without saying. */
  readonly errors: readonly ErrorCode[];
}

const Health = z.object({ status: z.literal("ok") });
/** What was asked for is done, and there is no row to show. */
const Done = z.object({ status: z.literal("done") });

export const OPERATIONS = {
  health: {
    method: "GET",
    path: API.health,
    access: "anyone",
    summary: "Whether the server and its database answer",
    status: 200,
    response: Health,
    errors: ["server.unavailable"],
  },
  config: {
    method: "GET",
    path: API.config,
    access: "anyone",
    summary: "What the page must know before anybody signs in",
    status: 200,
    response: PublicConfig,
    errors: [],
  },
  openapi: {
    method: "GET",
    path: API.openapi,
    access: "anyone",
    summary: "This document",
    status: 200,
    response: z.record(z.string(), z.unknown()),
    errors: [],
  },
  signUp: {
    method: "POST",
    path: API.signUp,
    access: "anyone",
    summary: "Create an account, without any right, and sign in with it",
    request: SignUp,
    status: 201,
    response: Session,
    errors: ["account.email_taken", "invitation.invalid", "registration.closed", "request.too_many"],
  },
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
  requestPasswordReset: {
    method: "POST",
    path: API.requestPasswordReset,
    access: "anyone",
    summary: "Send a one-time link, good for an hour, by which its reader chooses a new password",
    request: PasswordResetRequest,
    status: 200,
    response: Done,
    errors: ["account.email_unknown", "request.too_many"],
  },
  resetPassword: {
    method: "POST",
    path: API.resetPassword,
    access: "anyone",
    summary: "Choose a new password by the link of a mail; ends every session of that person",
    request: PasswordReset,
    status: 200,
    response: Done,
    errors: ["reset.link_invalid"],
  },
  changePassword: {
    method: "POST",
    path: API.changePassword,
    access: "profile.edit_own",
    summary: "Change one's own password; ends every other session of one's own",
    request: PasswordChange,
    status: 200,
    response: Done,
    errors: ["account.built_in", "account.wrong_old_password", "request.too_many"],
  },
  listUsers: {
    method: "GET",
    path: API.users,
    access: "user.list",
    summary: "Everybody; e-mail addresses only for admins, and of oneself",
    status: 200,
    response: z.array(UserRow),
    errors: [],
  },
  updateOwnProfile: {
    method: "PATCH",
    path: API.ownProfile,
    access: "profile.edit_own",
    summary: "Change one's own name and services",
    request: ProfileUpdate,
    status: 200,
    response: UserRow,
    errors: [],
  },
  promoteToAdmin: {
    method: "POST",
    path: API.admins,
    access: "user.promote",
    summary: "Make the account with this e-mail address an admin's",
    request: AdminPromotion,
    status: 200,
    response: UserRow,
    errors: ["account.built_in", "admin.already", "admin.email_unknown"],
  },
  deleteUser: {
    method: "DELETE",
    path: API.user,
    access: "user.delete",
    summary: "Delete somebody's account, sessions and row",
    status: 204,
    errors: ["user.last_admin", "user.not_found", "user.self_deletion"],
  },
} as const satisfies Readonly<Record<string, Operation>>;
