import type { Context, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import type * as z from "zod/mini";
import { ERROR_STATUS, type ErrorCode, errorCodeOf } from "#contract/errors.ts";
import type { Operation } from "#contract/operation.ts";
import { FIELDS_MAX, Refusal } from "../errors.ts";

type BodyLimit = NonNullable<Operation["bodyLimit"]>;

/** The limit of signed-in users, unless the operation defines its own. */
const BODY_MAX_BYTES = 1024 * 1024;
/** The limit of everybody else. The longest form and a passkey's answer are shorter. */
const ANONYMOUS_MAX_BYTES = 16 * 1024;

export function bodyLimitOf(operation: Operation): BodyLimit {
  const maxBytes = operation.access === "anyone" ? ANONYMOUS_MAX_BYTES : BODY_MAX_BYTES;
  return operation.bodyLimit ?? { maxBytes, refusal: "request.too_large" };
}

/**
 * Refuses a body whose `Content-Length` is over the limit, without reading it. To stop reading half-way would block the
 * connection, on which the client may already have sent its next request.
 */
export function refuseContentLength({ headers }: Request, { maxBytes, refusal }: BodyLimit): void {
  if (Number(headers.get("content-length") ?? 0) > maxBytes) throw new Refusal(refusal);
}

/** Reads a chunked body, whose length is unknown, and refuses one that is over the limit. */
export async function readChunked(context: Context, { maxBytes, refusal }: BodyLimit): Promise<void> {
  if (!context.req.raw.headers.has("transfer-encoding")) return;
  const read = bodyLimit({
    maxSize: maxBytes,
    onError() {
      context.header("connection", "close");
      throw new Refusal(refusal);
    },
  });
  await read(context, () => Promise.resolve());
}

/** Refuses a body over the limit, for routes outside of the API. */
export function limitBody(limit: BodyLimit): MiddlewareHandler {
  return async function refuseLargeBody(context, next) {
    refuseContentLength(context.req.raw, limit);
    await readChunked(context, limit);
    await next();
  };
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

/** Several times the depth of our deepest body. */
const DEPTH_MAX = 16;

/**
 * Whether a JSON text (UTF-8) has at most `valuesMax` values and is at most `DEPTH_MAX` deep. Counts the commas and
 * brackets outside strings and allocates nothing, so it costs a fraction of parsing. In malformed JSON the count may be
 * wrong after the error, where parsing stops anyway.
 */
export function isBounded(bytes: Uint8Array, valuesMax: number): boolean {
  let values = 0;
  let depth = 0;
  let isInString = false;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index];
    if (byte === QUOTE) isInString = !isInString;
    else if (isInString) index += byte === BACKSLASH ? 1 : 0;
    else if (byte === COMMA) values += 1;
    else if (byte === CLOSING_BRACKET || byte === CLOSING_BRACE) depth -= 1;
    else if (byte === OPENING_BRACKET || byte === OPENING_BRACE) {
      values += 1;
      depth += 1;
    }
    if (values > valuesMax || depth > DEPTH_MAX) return false;
  }
  return true;
}

/** Parses a JSON text. @throws Refusal for malformed JSON and, before parsing, for too many or too deep values */
export function parseJson(bytes: Uint8Array, valuesMax: number): unknown {
  if (!isBounded(bytes, valuesMax)) throw new Refusal("request.invalid", { fields: { body: "request.invalid" } });
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch (error) {
    if (error instanceof SyntaxError) throw new Refusal("request.malformed");
    throw error;
  }
}

/** More than twice as many as in our longest body: 500 people, each with all services. */
const VALUES_MAX = 20_000;

/** @throws Refusal for a content type other than JSON */
export function requireJson(request: Request): void {
  const [type = ""] = (request.headers.get("content-type") ?? "").split(";");
  if (type.trim().toLowerCase() !== "application/json") throw new Refusal("request.type_refused");
}

/**
 * The validated JSON body of a call. `inspect` gets it before validation, and may throw.
 * @throws Refusal for another content type, malformed JSON, too many values, or invalid ones
 */
export async function readBody<Schema extends z.ZodMiniType>(
  request: Request,
  schema: Schema,
  inspect?: (body: unknown) => Promise<void> | undefined,
): Promise<z.output<Schema>> {
  requireJson(request);
  const body = parseJson(new Uint8Array(await request.arrayBuffer()), VALUES_MAX);
  await inspect?.(body);
  return checkValues(body, schema);
}

/** Our schemas use error codes as messages. This is the code of a value of the wrong type, or that is missing. */
function codeOfType({ input }: { readonly input?: unknown }): ErrorCode {
  return input === undefined ? "field.required" : "request.invalid";
}

/**
 * Validates external input against the schema.
 * @param within the path of the values, if they are a part of the body: `["events.3"]`
 * @throws Refusal with the error code of each invalid field, by its path: `events.3.date`
 */
export function checkValues<Schema extends z.ZodMiniType>(
  values: unknown,
  schema: Schema,
  within: readonly string[] = [],
): z.output<Schema> {
  const outcome = schema.safeParse(values, { error: codeOfType });
  if (outcome.success) return outcome.data;
  const codes: Record<string, ErrorCode> = {};
  for (const { path, message } of outcome.error.issues.slice(0, FIELDS_MAX)) {
    // A field with several errors reports the first one.
    codes[[...within, ...path].map(String).join(".") || "body"] ??= errorCodeOf(message);
  }
  // A code with another status, such as 413 for too many rows, refuses the whole call, but not for a part of the body.
  const codeOfCall =
    within.length === 0 && Object.values(codes).find((code) => ERROR_STATUS[code] !== ERROR_STATUS["request.invalid"]);
  throw codeOfCall ? new Refusal(codeOfCall) : new Refusal("request.invalid", { fields: codes });
}
