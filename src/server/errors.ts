import { ERROR_STATUS, type ErrorCode } from "#contract/errors.ts";
import type { Problem } from "#contract/problem.ts";
import { sentenceOf } from "#text/errors/errors.ts";
import { waitSentence } from "#text/errors/server-errors.ts";

interface RefusalDetails {
  /** The error code of each invalid field. */
  readonly fields?: Readonly<Record<string, ErrorCode>>;
  /** Seconds until another try may succeed, if they differ from the code's default. */
  readonly retryAfter?: number;
}

/** Default seconds until another try. Every response with status 503 or 507 has such a time. */
const RETRY_AFTER: { readonly [Code in ErrorCode]?: number } = { "server.unavailable": 5, "server.disk_full": 60 };

/** The most fields in one response. More would not help. */
export const FIELDS_MAX = 20;

/** Throw it anywhere below a route to refuse a call. `api/request-middleware.ts` turns it into a problem document. */
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

/** Returns the row. @throws Refusal `code` when there is none */
export function found<Row>(row: Row | null | undefined, code: ErrorCode): Row {
  if (row === null || row === undefined) throw new Refusal(code);
  return row;
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
