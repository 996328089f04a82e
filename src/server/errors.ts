import type { ErrorCode } from "#contract/errors.ts";
import type { Problem } from "#contract/problem.ts";
import { sentenceOf } from "#text/errors/errors.ts";
import { waitSentence } from "#text/errors/server-errors.ts";

/** The HTTP status of each refusal. */
export const ERROR_STATUS = {
  "absence.ends_before_start": 422,
  "absence.exists": 409,
  "absence.not_found": 404,
  "absence.past": 422,
  "absence.too_long": 422,
  "absence.too_many": 422,
  "account.built_in": 403,
  "account.deleted": 401,
  "account.email_invalid": 422,
  "account.email_invited": 409,
  "account.email_taken": 409,
  "account.email_unknown": 404,
  "account.last_admin": 409,
  "account.not_found": 401,
  "account.password_mismatch": 422,
  "account.password_too_short": 422,
  "account.services_incompatible": 422,
  "account.services_required": 422,
  "account.wrong_old_password": 400,
  "account.wrong_own_password": 400,
  "account.wrong_password": 401,
  "admin.already": 409,
  "admin.email_required": 422,
  "admin.email_unknown": 404,
  "admin.last": 409,
  "admin.self": 409,
  "device.not_found": 404,
  "answer_link.over": 410,
  "answer_link.void": 404,
  "asking.answered": 409,
  "asking.not_member": 409,
  "asking.past": 409,
  "replacement.asked": 409,
  "replacement.not_needed": 409,
  "replacement.unfit": 409,
  "confirmation.link_invalid": 400,
  "entrusted.too_many": 409,
  "event.date_invalid": 422,
  "event.date_past": 422,
  "event.end_before_start": 422,
  "event.end_too_late": 422,
  "event.exists": 409,
  "event.group_deleted": 409,
  "event.not_found": 404,
  "event.time_invalid": 422,
  "event.too_many": 422,
  "field.required": 422,
  "field.too_long": 422,
  "group.exists": 409,
  "group.name_blank": 422,
  "group.not_found": 404,
  "group.too_many": 409,
  "guardians.too_many": 409,
  "invitation.invalid": 403,
  "invitation.not_needed": 409,
  "leader.not_member": 422,
  "line_up.changed": 409,
  "line_up.invalid": 422,
  "metrics.token_invalid": 401,
  "passkey.invalid": 400,
  "passkey.not_found": 404,
  "passkey.refused": 401,
  "passkey.too_many": 409,
  "people.too_many": 422,
  "places.too_many": 422,
  "planning.already_shared": 409,
  "planning.not_shared": 409,
  "planning.too_large": 413,
  "position.unknown": 422,
  "programme.changed": 409,
  "programme.link_invalid": 422,
  "programme.title_blank": 422,
  "programme.too_long": 422,
  "registration.closed": 403,
  "request.address_too_long": 414,
  "request.forbidden": 403,
  "request.host_refused": 421,
  "request.invalid": 422,
  "request.malformed": 400,
  "request.method_refused": 405,
  "request.not_found": 404,
  "request.origin_refused": 403,
  "request.too_large": 413,
  "request.too_many": 429,
  "request.type_refused": 415,
  "reset.by_mail": 409,
  "reset.link_invalid": 400,
  "reset.of_admin": 409,
  "series.too_long": 422,
  "series.until_before_date": 422,
  "server.disk_full": 507,
  "server.failure": 500,
  "server.unavailable": 503,
  "service.built_in": 409,
  "service.exists": 409,
  "service.in_use": 409,
  "service.name_blank": 422,
  "service.name_too_long": 422,
  "service.not_found": 404,
  "service.not_offered": 422,
  "service.too_many": 409,
  "session.not_found": 404,
  "session.other_person": 409,
  "session.required": 401,
  "space.full": 409,
  "text.illegible": 422,
  "unsubscribe.link_invalid": 400,
  "user.has_account": 409,
  "user.last_admin": 409,
  "user.no_account": 409,
  "user.not_found": 404,
  "user.self_deletion": 409,
  "window.too_long": 422,
} as const satisfies Readonly<Record<ErrorCode, number>>;

interface RefusalDetails {
  /** The error code of each invalid field. */
  readonly fields?: Readonly<Record<string, ErrorCode>>;
  /** Seconds until another try may succeed, where they differ from those of the code. */
  readonly retryAfter?: number;
}

/** Seconds after which to try again where a refusal names no time of its own: every 503 and 507 carries one. */
const RETRY_AFTER: { readonly [Code in ErrorCode]?: number } = { "server.unavailable": 5, "server.disk_full": 60 };

/** The most fields in one response: more would not help its reader. */
export const FIELDS_MAX = 20;

/**
 * Refuses a call with a problem document. It is thrown anywhere below a route, and turned into a response in
 * `api/problem-answers.ts`.
 */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly fields: Readonly<Record<string, ErrorCode>> | undefined;
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, { fields, retryAfter }: RefusalDetails = {}) {
    super(code);
    this.code = code;
    this.fields = fields;
    this.retryAfter = retryAfter ?? RETRY_AFTER[code];
  }
}

/** A start that failed. Its message is the one line shown to the operator. */
export class StartError extends Error {}

function detailOf(refusal: Refusal): string {
  const [firstField] = Object.values(refusal.fields ?? {});
  return waitSentence(refusal) ?? sentenceOf(firstField ?? refusal.code);
}

/** The problem document (RFC 9457) of a refusal. The log has a line with the same request id. */
export function problemOf(refusal: Refusal, requestId: string): Problem {
  const { code, fields } = refusal;
  return {
    type: `urn:diapason:problem:${code}`,
    title: sentenceOf(code),
    status: ERROR_STATUS[code],
    code,
    detail: detailOf(refusal),
    ...(fields && { errors: Object.fromEntries(Object.entries(fields).slice(0, FIELDS_MAX)) }),
    requestId,
  };
}
