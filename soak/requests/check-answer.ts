import * as z from "zod";
import { ERROR_STATUS, type ErrorCode } from "../../src/contract/errors.ts";
import { API } from "../../src/contract/paths.ts";
import { Problem } from "../../src/contract/problem.ts";
import { EMAIL_DOMAIN, SECRET_MARKS } from "../team/team.ts";
import type { DocumentedCall, JsonSchema } from "./documented-calls.ts";
import type { ReceivedAnswer } from "./exchange.ts";
import type { GeneratedRequest } from "./generate-request.ts";

/** Faults of an answer, one sentence each. */
type Faults = string[];

/** Error codes allowed for requests that match no call of the document. */
const REFUSALS_OF_NO_CALL: ReadonlySet<string> = new Set([
  "request.not_found",
  "request.method_refused",
  "request.origin_refused",
  "request.host_refused",
  "request.address_too_long",
  "request.too_large",
  "request.too_many",
]);
const REQUEST_ID = /^[\da-f]{8}-[\da-f]{4}$/;
const validators = new WeakMap<JsonSchema, z.ZodType>();

function validatorOf(schema: JsonSchema): z.ZodType {
  const known = validators.get(schema) ?? z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]);
  validators.set(schema, known);
  return known;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function pathPattern(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+").replaceAll(".", "\\.")}$`);
}

/** The path without its query, with `.` and `..` resolved as every server does. */
function plainPath({ path }: GeneratedRequest): string {
  return (path.startsWith("/") && URL.parse(`http://localhost${path}`)?.pathname) || "";
}

/** The call that a request matches: the one whose path has the fewest parameters; `null` if none. */
function callOf(calls: readonly DocumentedCall[], request: GeneratedRequest): DocumentedCall | null {
  const path = plainPath(request);
  const found = calls.filter(({ method, ...call }) => method === request.method && pathPattern(call.path).test(path));
  return found.toSorted((a, b) => a.path.split("{").length - b.path.split("{").length)[0] ?? null;
}

function headerFaults({ headers }: ReceivedAnswer, path: string): Faults {
  const faults: Faults = [];
  if (headers["x-content-type-options"] !== "nosniff") faults.push("no nosniff");
  if (!headers["content-security-policy"]?.includes("frame-ancestors 'none'"))
    faults.push("no content security policy");
  if (!REQUEST_ID.test(String(headers["x-request-id"]))) faults.push("no request id");
  if (path.startsWith("/api/") && headers["cache-control"] !== "no-store") faults.push("the answer may be stored");
  for (const cookie of headers["set-cookie"] ?? []) {
    if (!/; HttpOnly/i.test(cookie) || !/; SameSite=Lax/i.test(cookie)) faults.push("a cookie that scripts may read");
  }
  return faults;
}

/** Only admins may read other people's addresses, and nobody may read secrets. Values of the request may come back. */
function leakFaults({ text, headers }: ReceivedAnswer, request: GeneratedRequest): Faults {
  const { "set-cookie": _, ...rest } = headers;
  const answered = `${JSON.stringify(rest)}${text}`;
  const faults: Faults = SECRET_MARKS.filter((mark) => answered.includes(mark)).map((mark) => `holds ${mark}`);
  if (request.role === "admin") return faults;
  // A one-time token proves its user's identity: /login is then prefilled with their address.
  const [path] = request.path.split("?");
  if (request.method === "POST" && path === API.resetPassword) return faults;
  const sent = Buffer.from(request.body ?? "", "base64")
    .toString()
    .toLowerCase();
  const others = answered.match(new RegExp(`[\\w-]+${EMAIL_DOMAIN}`, "g")) ?? [];
  const leaked = others.filter((email) => email !== request.email && !sent.includes(email));
  return [...faults, ...leaked.map((email) => `holds the address ${email}`)];
}

function isKnown(code: string): code is ErrorCode {
  return Object.hasOwn(ERROR_STATUS, code);
}

function problemFaults({ status, headers, text }: ReceivedAnswer, call: DocumentedCall | null): Faults {
  if (headers["content-type"] !== "application/problem+json; charset=utf-8") return ["no problem document"];
  const { data: problem } = Problem.safeParse(parse(text));
  if (problem === undefined) return ["not the schema of a problem"];
  const { code } = problem;
  const faults: Faults = [];
  if (!isKnown(code)) return [`unknown code ${code}`];
  if (ERROR_STATUS[code] !== status || problem.status !== status) faults.push(`${code} comes with ${status}`);
  if (problem.type !== `urn:diapason:problem:${code}` || problem.detail === "") faults.push("an empty problem");
  if (call === null && !REFUSALS_OF_NO_CALL.has(code)) faults.push(`${code} for what is no call`);
  if (status === 429 && !(Number(headers["retry-after"]) > 0)) faults.push("no Retry-After");
  if (status === 405 && headers.allow === undefined) faults.push("no Allow");
  return faults;
}

function successFaults({ status, headers, text }: ReceivedAnswer, { success }: DocumentedCall): Faults {
  if (status !== success.status) return [`${status} instead of ${success.status}`];
  if (success.type === null) return text === "" ? [] : ["a body where none is documented"];
  if (!headers["content-type"]?.startsWith(success.type)) return [`of type ${headers["content-type"]}`];
  if (success.schema === null || success.type !== "application/json") return [];
  const outcome = validatorOf(success.schema).safeParse(parse(text));
  return outcome.success ? [] : [`not as documented: ${outcome.error.issues[0]?.message}`];
}

/** Whether the answer comes from the HTTP parser, before our code saw the request. */
export function isParserRefusal({ status, headers, text }: ReceivedAnswer): boolean {
  return [400, 408, 413, 417, 431].includes(status) && headers["content-type"] === undefined && text === "";
}

interface Verdict {
  /** The documented call that the request matches. */
  readonly call: DocumentedCall | null;
  readonly faults: readonly string[];
}

/** The faults of the answer to a request. */
export function checkAnswer(
  calls: readonly DocumentedCall[],
  request: GeneratedRequest,
  answer: ReceivedAnswer | null,
): Verdict {
  const isApi = plainPath(request).startsWith("/api/") && request.method !== "HEAD";
  const call = isApi ? callOf(calls, request) : null;
  if (answer === null || isParserRefusal(answer)) return { call, faults: [] };
  const faults = leakFaults(answer, request);
  if (answer.status >= 500) faults.push(`answered with ${answer.status}`);
  if (request.raw === undefined) faults.push(...headerFaults(answer, plainPath(request)));
  if (isApi && answer.status >= 400) faults.push(...problemFaults(answer, call));
  if (call !== null && answer.status < 400) faults.push(...successFaults(answer, call));
  if (isApi && call === null && answer.status < 400) faults.push(`answered with ${answer.status} for no call`);
  return { call, faults };
}
