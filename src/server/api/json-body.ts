import type * as z from "zod/mini";
import { type ErrorCode, isErrorCode } from "#contract/errors.ts";
import { ERROR_STATUS, Refusal } from "../errors.ts";

/** The value at `path` inside `body`; `undefined` where there is none. */
function valueAt(body: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined),
    body,
  );
}

/** The schemas' messages are our codes, save the library's own for values of another type. */
function codeOf(issue: z.core.$ZodIssue, body: unknown): ErrorCode {
  if (isErrorCode(issue.message)) return issue.message;
  return valueAt(body, issue.path) === undefined ? "field.required" : "request.invalid";
}

function fieldCodes(error: z.core.$ZodError, body: unknown): Record<string, ErrorCode> {
  const codes: Record<string, ErrorCode> = {};
  for (const issue of error.issues) {
    // The first thing wrong with a field is the one to mend first.
    codes[issue.path.map(String).join(".") || "body"] ??= codeOf(issue, body);
  }
  return codes;
}

async function parseJson(request: Request): Promise<unknown> {
  try {
    return JSON.parse(await request.text());
  } catch (error) {
    if (error instanceof SyntaxError) throw new Refusal("request.malformed");
    throw error;
  }
}

/** The checked JSON body of a call. @throws Refusal for another type, broken JSON, or values that are not right */
export async function readBody<Schema extends z.ZodMiniType>(
  request: Request,
  schema: Schema,
): Promise<z.output<Schema>> {
  const [type = ""] = (request.headers.get("content-type") ?? "").split(";");
  if (type.trim().toLowerCase() !== "application/json") throw new Refusal("request.type_refused");
  const body = await parseJson(request);
  return checkValues(body, schema);
}

/** Of values that are not right; what refuses a whole call (413 of too many rows) is no matter of one field. */
function refusalOf(fields: Record<string, ErrorCode>): Refusal {
  const whole = Object.values(fields).find((code) => ERROR_STATUS[code] !== ERROR_STATUS["request.invalid"]);
  return whole === undefined ? new Refusal("request.invalid", { fields }) : new Refusal(whole);
}

/** What came from outside, as the schema says it is. @throws Refusal for values that are not right */
export function checkValues<Schema extends z.ZodMiniType>(values: unknown, schema: Schema): z.output<Schema> {
  const outcome = schema.safeParse(values);
  if (!outcome.success) throw refusalOf(fieldCodes(outcome.error, values));
  return outcome.data;
}
