import type * as z from "zod/mini";
import { type ClientErrorCode, type ErrorCode, errorCodeOf, isErrorCode } from "#contract/errors.ts";
import { HEADERS } from "#contract/paths.ts";
import type { Problem } from "#contract/problem.ts";
import { firstResponses } from "./first-responses.ts";
import type * as schemas from "./response-schemas.ts";

interface ApiErrorDetails {
  readonly code: ErrorCode | ClientErrorCode;
  readonly status?: number;
  readonly fieldErrors?: Readonly<Record<string, string>>;
  /** Seconds. */
  readonly retryAfter?: number | undefined;
  /** The request's id in the server's log. */
  readonly reference?: string | undefined;
  /** Whether the response came from our server, not from a proxy. */
  readonly isFromServer?: boolean;
  readonly cause?: unknown;
}

/** A failed call. `src/text/errors` has the French sentence of each `code`. */
export class ApiError extends Error {
  readonly code: ErrorCode | ClientErrorCode;
  readonly status: number | undefined;
  readonly fieldErrors: Readonly<Record<string, string>>;
  readonly retryAfter: number | undefined;
  readonly reference: string | undefined;
  readonly isFromServer: boolean;

  constructor({ code, status, fieldErrors = {}, retryAfter, reference, isFromServer = false, cause }: ApiErrorDetails) {
    super(code, { cause });
    this.name = "ApiError";
    this.code = code;
    this.status = status;
    this.fieldErrors = fieldErrors;
    this.retryAfter = retryAfter;
    this.reference = reference;
    this.isFromServer = isFromServer;
  }
}

type ResponseSchemas = typeof schemas;

export type SchemaName = keyof ResponseSchemas;
export type ResponseOf<Name extends SchemaName> = z.infer<ResponseSchemas[Name]>;

/**
 * Returns a function that loads the schema of a response when a call needs it. So the first screen, whose data comes with
 * the page, does not wait for the library of schemas. The function throws `ApiError` if loading fails.
 */
export function lazySchema<Name extends SchemaName>(name: Name): () => Promise<ResponseSchemas[Name]> {
  return async () => {
    try {
      return (await import("./response-schemas.ts"))[name];
    } catch (cause) {
      throw new ApiError({ code: "server.unreachable", cause });
    }
  };
}

/** The schema of a response body, or a function that loads it. */
export type ResponseSchema<Body> = z.ZodMiniType<Body> | (() => Promise<z.ZodMiniType<Body>>);

export interface ApiCall<Body> {
  readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: `/api/${string}`;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Absent if the response has no content (deletions). */
  readonly response?: ResponseSchema<Body>;
  readonly signal?: AbortSignal | undefined;
}

export type Fetch = (path: string, init: RequestInit) => Promise<Response>;

export interface ApiResponse<Body> {
  readonly status: number;
  /** The position of the server's log of changes that the body reflects; `null` if the response names none. */
  readonly position: number | null;
  readonly body: Body;
}

const loadProblem = lazySchema("Problem");

/** A server that takes longer counts as unreachable, so that the user gets a message. */
const TIMEOUT_MS = 20_000;

/** Makes one call and returns its validated body. Throws as `exchangeApi` does. */
export async function callApi<Body = void>(call: ApiCall<Body>, fetchIt?: Fetch): Promise<Body> {
  return (await exchangeApi(call, fetchIt)).body;
}

/** The `ApiError` of a failed call; `null` if it succeeded. Rethrows any other error, which is a bug of the page. */
export async function failureOf(call: Promise<unknown>): Promise<ApiError | null> {
  try {
    await call;
    return null;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

/**
 * Makes one call and returns its validated body with status and position. If the response came with the page, returns it
 * without a call or validation. Throws `ApiError` if the server refuses the call, does not respond in time, or its response
 * does not match the contract. If the caller aborted, throws the signal's reason.
 */
export async function exchangeApi<Body = void>(call: ApiCall<Body>, fetchIt?: Fetch): Promise<ApiResponse<Body>> {
  const first = fetchIt ? undefined : firstResponseTo(call);
  if (first) return first;
  const response = await send(call, fetchIt ?? fetchHere);
  const { status } = response;
  if (!response.ok) throw await refusalOf(response, call);
  const position = wholeNumberOf(response, HEADERS.position);
  if (!call.response) return { status, position, body: undefined as Body };
  const body = await bodyOf(response, call);
  const schema = typeof call.response === "function" ? await call.response() : call.response;
  const checked = schema.safeParse(body);
  if (!checked.success) throw new ApiError({ code: "server.failure", status, cause: checked.error });
  return { status, position, body: checked.data };
}

/** The response that came with the page, if it is for the user that the call names. */
function firstResponseTo<Body>({ method = "GET", path, headers = {} }: ApiCall<Body>): ApiResponse<Body> | undefined {
  const userId = headers[HEADERS.person] ?? firstResponses.userId;
  const first = method === "GET" && userId === firstResponses.userId ? firstResponses.take(path) : undefined;
  return first && { status: 200, position: first.position, body: first.body as Body };
}

function fetchHere(path: string, init: RequestInit): Promise<Response> {
  return fetch(path, init);
}

let callerId: string | null = null;

/** Names the signed-in user in all calls from now on, so that none is made as another user of this browser. */
export function makeCallsAs(userId: string | null): void {
  callerId = userId;
}

async function send(call: ApiCall<unknown>, fetchIt: Fetch): Promise<Response> {
  const { method = "GET", path, body, signal } = call;
  const caller: Record<string, string> = callerId === null ? {} : { [HEADERS.person]: callerId };
  const headers: Record<string, string> = { ...caller, ...call.headers, Accept: "application/json" };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    return await fetchIt(path, {
      method,
      headers,
      credentials: "same-origin",
      // Data about people and sessions must never come from the browser's cache.
      cache: "no-store",
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch (cause) {
    signal?.throwIfAborted();
    throw new ApiError({ code: "server.unreachable", cause });
  }
}

/** The parsed JSON; `undefined` if the body is not JSON. No schema accepts `undefined` by accident. */
async function bodyOf(response: Response, { signal }: Pick<ApiCall<unknown>, "signal">): Promise<unknown> {
  try {
    return await response.json();
  } catch (cause) {
    signal?.throwIfAborted();
    if (cause instanceof SyntaxError) return undefined;
    throw new ApiError({ code: "server.unreachable", cause });
  }
}

async function refusalOf(response: Response, call: ApiCall<unknown>): Promise<ApiError> {
  const { status } = response;
  const retryAfter = wholeNumberOf(response, "Retry-After") ?? undefined;
  const problem = await problemOf(await bodyOf(response, call));
  if (problem === null) return new ApiError({ code: codeOfStatus(status), status, retryAfter });
  const { code, errors = {}, requestId } = problem;
  const [firstReason] = Object.values(errors);
  return new ApiError({
    // The reason of the first invalid field is more helpful than « some values are invalid ».
    code: code === "request.invalid" && firstReason !== undefined ? errorCodeOf(firstReason) : knownCode(code, status),
    status,
    fieldErrors: errors,
    retryAfter,
    reference: requestId,
    isFromServer: true,
  });
}

/** The parsed problem document; `null` if the body is something else, or the schema cannot be loaded. */
async function problemOf(body: unknown): Promise<Problem | null> {
  try {
    return (await loadProblem()).safeParse(body).data ?? null;
  } catch {
    return null;
  }
}

function knownCode(code: string, status: number): ErrorCode {
  return isErrorCode(code) ? code : codeOfStatus(status);
}

/** For responses without a problem document of our server, such as a proxy's. */
function codeOfStatus(status: number): ErrorCode {
  if (status === 401) return "session.required";
  if (status === 403) return "request.forbidden";
  if (status === 404) return "request.not_found";
  if (status === 413) return "request.too_large";
  if (status === 429) return "request.too_many";
  if (status === 502 || status === 503 || status === 504) return "server.unavailable";
  return "server.failure";
}

/** The date form of `Retry-After` is ignored: our server does not send it. */
function wholeNumberOf({ headers }: Response, name: string): number | null {
  const number = Number.parseInt(headers.get(name) ?? "", 10);
  return Number.isNaN(number) ? null : number;
}
