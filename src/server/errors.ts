import { ERROR_STATUS, type ErrorCode, type Problem } from "#contract/errors.ts";
import { sentenceOf } from "#text/errors.ts";
import { tooManyTries } from "#text/planning-errors.ts";

interface RefusalDetails {
  /** The code of each field that is not right. */
  readonly fields?: Readonly<Record<string, ErrorCode>>;
  /** Seconds until another try may succeed. */
  readonly retryAfter?: number;
}

/** A call that is answered with a problem document: thrown anywhere below a route, written once in `app.ts`. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly fields: Readonly<Record<string, ErrorCode>> | undefined;
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, { fields, retryAfter }: RefusalDetails = {}) {
    super(code);
    this.code = code;
    this.fields = fields;
    this.retryAfter = retryAfter;
  }
}

/** A start that cannot go on: its message is the one line that the operator reads. */
export class StartError extends Error {}

function detailOf({ code, fields, retryAfter }: Refusal): string {
  if (retryAfter !== undefined && code === "request.too_many") return tooManyTries(retryAfter);
  const [firstField] = Object.values(fields ?? {});
  return sentenceOf(firstField ?? code);
}

/** The problem document (RFC 9457) of a refusal. */
export function problemOf(refusal: Refusal): Problem {
  const { code, fields } = refusal;
  return {
    type: `urn:diapason:problem:${code}`,
    title: sentenceOf(code),
    status: ERROR_STATUS[code],
    code,
    detail: detailOf(refusal),
    ...(fields && { errors: { ...fields } }),
  };
}
