/**
 * All error codes of the product. The sentence of each is in `text/errors/errors.ts`, its HTTP status in
 * `server/errors.ts`.
 */
export const ERROR_CODES = [
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
  "device.not_found",
  "answer_link.over",
  "answer_link.void",
  "asking.answered",
  "asking.not_member",
  "asking.past",
  "replacement.asked",
  "replacement.not_needed",
  "replacement.unfit",
  "confirmation.link_invalid",
  "event.date_invalid",
  "event.date_past",
  "event.end_before_start",
  "event.exists",
  "event.group_deleted",
  "event.not_found",
  "event.time_invalid",
  "event.too_many",
  "field.required",
  "field.too_long",
  "group.exists",
  "group.name_blank",
  "group.not_found",
  "group.too_many",
  "invitation.invalid",
  "invitation.not_needed",
  "leader.not_member",
  "line_up.changed",
  "line_up.invalid",
  "metrics.token_invalid",
  "passkey.invalid",
  "passkey.not_found",
  "passkey.refused",
  "passkey.too_many",
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
  "unsubscribe.link_invalid",
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

/**
 * Whether `text` looks like one of our codes: no message of the schema library does. The list of all codes stays out of
 * the page's first load.
 */
export function isErrorCode(text: string): text is ErrorCode {
  return /^[a-z_]+\.[a-z_]+$/.test(text);
}

/** The code that a schema gave as the message of a problem, or one that came as text; `request.invalid` for other text. */
export function errorCodeOf(text: string): ErrorCode {
  return isErrorCode(text) ? text : "request.invalid";
}
