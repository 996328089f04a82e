import * as z from "zod/mini";

/**
 * All error codes of the product. The sentence of each is in `text/errors/errors.ts`, its HTTP status in
 * `server/errors.ts`.
 */
const ERROR_CODES = [
  "absence.ends_before_start",
  "absence.exists",
  "absence.not_found",
  "absence.past",
  "absence.too_long",
  "absence.too_many",
  "account.built_in",
  "account.deleted",
  "account.email_invalid",
  "account.email_invited",
  "account.email_taken",
  "account.email_unknown",
  "account.last_admin",
  "account.not_found",
  "account.password_mismatch",
  "account.password_too_short",
  "account.services_incompatible",
  "account.services_required",
  "account.wrong_old_password",
  "account.wrong_own_password",
  "account.wrong_password",
  "admin.already",
  "admin.email_required",
  "admin.email_unknown",
  "admin.last",
  "admin.self",
  "event.date_invalid",
  "event.date_past",
  "event.end_before_start",
  "event.exists",
  "event.group_deleted",
  "event.not_found",
  "event.time_invalid",
  "field.required",
  "field.too_long",
  "group.exists",
  "group.name_blank",
  "group.not_found",
  "group.too_many",
  "invitation.invalid",
  "invitation.not_needed",
  "people.too_many",
  "planning.already_shared",
  "planning.not_shared",
  "planning.too_large",
  "position.unknown",
  "registration.closed",
  "request.address_too_long",
  "request.forbidden",
  "request.host_refused",
  "request.invalid",
  "request.malformed",
  "request.method_refused",
  "request.not_found",
  "request.origin_refused",
  "request.too_large",
  "request.too_many",
  "request.type_refused",
  "reset.by_mail",
  "reset.link_invalid",
  "reset.of_admin",
  "series.too_long",
  "series.until_before_date",
  "server.disk_full",
  "server.failure",
  "server.unavailable",
  "session.not_found",
  "session.other_person",
  "session.required",
  "text.illegible",
  "user.has_account",
  "user.last_admin",
  "user.no_account",
  "user.not_found",
  "user.self_deletion",
  "window.too_long",
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

/** Errors that only the page produces; the API never sends them. */
export type ClientErrorCode = "server.unreachable" | "storage.full";

export function isErrorCode(text: string): text is ErrorCode {
  return (ERROR_CODES as readonly string[]).includes(text);
}

/** A problem document (RFC 9457) with our code, and the code of each field that is not right. */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.string(),
  detail: z.string(),
  errors: z.optional(z.catchall(z.object({}), z.string())),
});

export type Problem = z.infer<typeof Problem>;
