import type * as z from "zod/mini";
import { ERROR_STATUS, type ErrorCode, isErrorCode } from "#contract/errors.ts";
import { FIELDS_MAX, Refusal } from "../errors.ts";
import { parseJson } from "./parse-json.ts";

/** The longest list of a body, 500 people with each service, has less than half as many. */
const VALUES_MAX = 20_000;

/** The value at `path` inside `body`; `undefined` where there is none. */
function valueAt(body: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined),
    body,
  );
}

/** Our schemas use error codes as messages. Only for values of the wrong type does the library use its own text. */
function codeOf(issue: z.core.$ZodIssue, body: unknown): ErrorCode {
  if (isErrorCode(issue.message)) return issue.message;
  return valueAt(body, issue.path) === undefined ? "field.required" : "request.invalid";
}

/** The error code of each invalid field, by its path in `body`: `events.3.date`. */
export function fieldCodes(error: z.core.$ZodError, body: unknown): Record<string, ErrorCode> {
  const codes: Record<string, ErrorCode> = {};
  for (const issue of error.issues.slice(0, FIELDS_MAX)) {
    // A field with several errors reports the first one.
    codes[issue.path.map(String).join(".") || "body"] ??= codeOf(issue, body);
  }
  return codes;
}

/** @throws Refusal for a body that is not JSON by its content type */
export function requireJson(request: Request): void {
  const [type = ""] = (request.headers.get("content-type") ?? "").split(";");
  if (type.trim().toLowerCase() !== "application/json") throw new Refusal("request.type_refused");
}

/**
 * The validated JSON body of a call. `look` gets it before validation, and may throw.
 * @throws Refusal for another content type, malformed JSON, too many values, or invalid ones
 */
export async function readBody<Schema extends z.ZodMiniType>(
  request: Request,
  schema: Schema,
  look?: (body: unknown) => Promise<void> | undefined,
): Promise<z.output<Schema>> {
  requireJson(request);
  const body = parseJson(new Uint8Array(await request.arrayBuffer()), VALUES_MAX);
  await look?.(body);
  return checkValues(body, schema);
}

/**
 * The refusal for invalid fields. A code that refuses the whole call (413 for too many rows) is not listed by field.
 */
function refusalOf(fields: Record<string, ErrorCode>): Refusal {
  const whole = Object.values(fields).find((code) => ERROR_STATUS[code] !== ERROR_STATUS["request.invalid"]);
  return whole === undefined ? new Refusal("request.invalid", { fields }) : new Refusal(whole);
}

/** Validates external input against the schema. @throws Refusal for invalid values */
export function checkValues<Schema extends z.ZodMiniType>(values: unknown, schema: Schema): z.output<Schema> {
  const outcome = schema.safeParse(values);
  if (!outcome.success) throw refusalOf(fieldCodes(outcome.error, values));
  return outcome.data;
}
