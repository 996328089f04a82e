import * as z from "zod/mini";
import type { Operation } from "../operation.ts";
import { API } from "../paths.ts";

/** A one-time link for an admin to hand to a member who forgot their password. It is shown only once. */
export const HandedOverReset = z.object({
  link: z.string(),
  /** ISO 8601. */
  expiresAt: z.string(),
});

/** Whether mails are sent to people, or written into files on the server. */
export const MailDelivery = z.object({ to: z.enum(["people", "files"]) });

export type HandedOverReset = z.infer<typeof HandedOverReset>;
export type MailDelivery = z.infer<typeof MailDelivery>;

export const HANDED_OVER_RESET_OPERATIONS = {
  handOverReset: {
    method: "POST",
    path: API.userPasswordReset,
    access: "user.reset_password",
    summary:
      "Make a one-time link, good for an hour, by which a member chooses a new password; where no mail brings one",
    status: 201,
    response: HandedOverReset,
    errors: ["account.built_in", "reset.by_mail", "reset.of_admin", "user.no_account", "user.not_found"],
  },
  readMailDelivery: {
    method: "GET",
    path: API.mailDelivery,
    access: "user.reset_password",
    summary: "Whether mails reach people, or are written into files on the server",
    status: 200,
    response: MailDelivery,
    errors: [],
  },
} as const satisfies Readonly<Record<string, Operation>>;
