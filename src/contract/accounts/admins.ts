import * as z from "zod/mini";
import type { Operation } from "../operation.ts";
import { API } from "../paths.ts";
import { emailOr } from "./account-fields.ts";
import { UserRow } from "./users.ts";

/** The e-mail of the account to make an admin. An empty address has its own error (specification §5, "Add admin"). */
export const AdminPromotion = z.object({
  email: emailOr("admin.email_required", "admin.email_required"),
});

export type AdminPromotion = z.infer<typeof AdminPromotion>;

export const ADMIN_OPERATIONS = {
  promoteToAdmin: {
    method: "POST",
    path: API.admins,
    access: "user.promote",
    summary: "Give admin rights to the account with this e-mail address",
    request: AdminPromotion,
    status: 200,
    response: UserRow,
    errors: ["account.built_in", "admin.already", "admin.email_unknown", "user.no_account"],
  },
  demoteToMember: {
    method: "DELETE",
    path: API.admin,
    access: "user.demote",
    summary: "Remove a user's admin rights, and end their sessions",
    status: 204,
    errors: ["account.built_in", "admin.last", "admin.self", "user.not_found"],
  },
} as const satisfies Readonly<Record<string, Operation>>;
