import * as z from "zod/mini";
import type { Operation } from "../operation.ts";
import { API } from "../paths.ts";
import { Id, ServiceName } from "../planning/planning.ts";
import { emailSchema } from "./account-fields.ts";

/** A user as the API sends it; `email` only for admins and for the user themselves. */
export const UserRow = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  /** Any names: a page that was opened before a service was added must accept it too. Forms accept only `Services`. */
  positions: z.array(z.string()),
  isAdmin: z.boolean(),
  createdAt: z.string(),
  email: z.optional(z.string()),
  /**
   * Whether the person can sign in. `invited` and `none` have no password yet; `invited` got a link to choose one. Left
   * out in a session, whose account is always active.
   */
  account: z.optional(z.enum(["active", "invited", "none"])),
  /** Set if the mail server said that the address does not exist. Left out if `email` is. */
  isAddressRefused: z.exactOptional(z.boolean()),
});

/** A user in the list of all. */
export const TeamRow = z.extend(UserRow, {
  /** The people to whom the user is entrusted. Only these people, admins and leaders of the user's groups receive it. */
  guardianIds: z.exactOptional(z.array(z.string())),
  /** The ids of people with the same name who may be this person; left out if there are none. */
  namesakes: z.exactOptional(z.array(z.string())),
});

export type UserRow = z.infer<typeof UserRow>;
export type TeamRow = z.infer<typeof TeamRow>;
export type AccountState = NonNullable<UserRow["account"]>;

/** The e-mail of the account that becomes an admin. An empty one has its own error (specification §5, "Add admin"). */
export const AdminPromotion = z.object({
  email: emailSchema("admin.email_required", "admin.email_required"),
});

export type AdminPromotion = z.infer<typeof AdminPromotion>;

/** A link for an admin to hand over: by which a person creates their account, or a member chooses a new password. */
export const OneTimeLink = z.object({
  link: z.string(),
  /** ISO 8601. */
  expiresAt: z.string(),
});

/** Whether mails are sent to people, or written into files on the server. */
export const MailDelivery = z.object({ to: z.enum(["people", "files"]) });

export type OneTimeLink = z.infer<typeof OneTimeLink>;
export type MailDelivery = z.infer<typeof MailDelivery>;

const OtherRow = z.object({ with: Id });

/** `guitar`: which of the two incompatible guitar services stays, if each row has one of them. */
const Merge = z.object({ with: Id, guitar: z.optional(ServiceName) });

export const MergePreview = z.object({
  keptId: z.string(),
  /** The answers of the row that goes. */
  answers: z.int(),
  /** The events to which the rows have different answers: the later one counts. */
  conflicts: z.int(),
});

export type MergePreview = z.infer<typeof MergePreview>;

export const USER_OPERATIONS = {
  listUsers: {
    method: "GET",
    path: API.users,
    access: "user.list",
    summary: "Everybody; e-mail addresses only for admins, and the caller's own",
    response: z.array(TeamRow),
  },
  deleteUser: {
    method: "DELETE",
    path: API.user,
    access: "user.delete",
    summary: "Delete somebody's account, sessions and row",
  },
  promoteToAdmin: {
    method: "POST",
    path: API.admins,
    access: "user.promote",
    summary: "Give admin rights to the account with this e-mail address",
    request: AdminPromotion,
    response: UserRow,
  },
  demoteToMember: {
    method: "DELETE",
    path: API.admin,
    access: "user.demote",
    summary: "Remove a user's admin rights, and end their sessions",
  },
  handOverReset: {
    method: "POST",
    path: API.userPasswordReset,
    access: "user.reset_password",
    summary:
      "Make a one-time link, valid for an hour, by which a member chooses a new password; only if the server sends no mails",
    status: 201,
    response: OneTimeLink,
  },
  readMailDelivery: {
    method: "GET",
    path: API.mailDelivery,
    access: "user.reset_password",
    summary: "Whether mails reach people, or are written into files on the server",
    response: MailDelivery,
  },
  previewMerge: {
    method: "GET",
    path: API.userMerge,
    access: "user.merge",
    summary: "What merging two rows of one person would change",
    query: OtherRow,
    response: MergePreview,
  },
  mergePeople: {
    method: "POST",
    path: API.userMerge,
    access: "user.merge",
    summary:
      "Merge two rows of one person. The account that signed in last stays, and gets what the other row has; this cannot be undone",
    request: Merge,
    response: UserRow,
  },
  tellPeopleApart: {
    method: "PUT",
    path: API.userDifference,
    access: "user.merge",
    summary: "Record that two people of the same name are different people",
  },
} as const satisfies Readonly<Record<string, Operation>>;
