import * as z from "zod/mini";
import type { Operation } from "../operation.ts";
import { API } from "../paths.ts";

/** A user as the API sends it; `email` only for admins and for the user themselves. */
export const UserRow = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  /** Any names: a page that was opened before a service was added reads it too. Forms take `Services` alone. */
  positions: z.array(z.string()),
  isAdmin: z.boolean(),
  createdAt: z.string(),
  email: z.optional(z.string()),
  /**
   * Whether the person can sign in: `invited` and `none` have no password yet, `invited` a link to choose one. Rows of
   * a session, which is always of an active account, leave it out.
   */
  account: z.optional(z.enum(["active", "invited", "none"])),
  /** The mail server says that the address does not exist; left out otherwise, and with the address. */
  isAddressRefused: z.exactOptional(z.boolean()),
});

/** A user in the list of all. */
export const TeamRow = z.extend(UserRow, {
  /** To whom they are entrusted: for these, for admins, and for leaders of their groups; left out otherwise. */
  guardianIds: z.exactOptional(z.array(z.string())),
  /** The ids of people of the same name of whom nobody said whether they are this person; left out where there are none. */
  namesakes: z.exactOptional(z.array(z.string())),
});

export type UserRow = z.infer<typeof UserRow>;
export type TeamRow = z.infer<typeof TeamRow>;
export type AccountState = NonNullable<UserRow["account"]>;

export const USER_OPERATIONS = {
  listUsers: {
    method: "GET",
    path: API.users,
    access: "user.list",
    summary: "Everybody; e-mail addresses only for admins, and the caller's own",
    status: 200,
    response: z.array(TeamRow),
    errors: [],
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
