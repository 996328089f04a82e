import type * as z from "zod/mini";
import { type ErrorCode, isErrorCode, Problem } from "#contract/errors.ts";
import { ApiError } from "./api-error.ts";

export interface ApiCall<Answer> {
  readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** A path of this origin, from `contract/paths.ts`. */
  readonly path: `/api/${string}`;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Besides those that every call has. */
  readonly headers?: Readonly<Record<string, string>>;
  /** What the answer must be; left out where it does not matter (deletions). */
  readonly answer?: z.ZodMiniType<Answer>;
  readonly signal?: AbortSignal | undefined;
}

export type Fetch = (path: string, init: RequestInit) => Promise<Response>;

/** What a call that succeeded was answered. */
export interface ApiAnswer<Body> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

/** A server that takes longer than this is as good as silent: the person must be told something. */
const SILENCE_MS = 20_000;

/** Makes one call and answers its checked body. Throws as `exchangeApi` does. */
export async function callApi<Answer = void>(call: ApiCall<Answer>, fetchIt?: Fetch): Promise<Answer> {
  return (await exchangeApi(call, fetchIt)).body;
}

/**
 * Makes one call and answers its checked body with what came around it.
 * Throws `ApiError` on refusal, silence, or an answer that is not what the contract says; and the signal's own reason
 * when the caller aborted.
 */
export async function exchangeApi<Body = void>(
  call: ApiCall<Body>,
  fetchIt: Fetch = fetchHere,
): Promise<ApiAnswer<Body>> {
  const response = await send(call, fetchIt);
  const { status, headers } = response;
  if (!response.ok) throw await refusalOf(response, call);
  if (!call.answer) return { status, headers, body: undefined as Body };
  const checked = call.answer.safeParse(await bodyOf(response, call));
  if (!checked.success) throw new ApiError({ code: "server.failure", status, cause: checked.error });
  return { status, headers, body: checked.data };
}

function fetchHere(path: string, init: RequestInit): Promise<Response> {
  return fetch(path, init);
}

async function send(call: ApiCall<unknown>, fetchIt: Fetch): Promise<Response> {
  const { method = "GET", path, body, signal } = call;
  const headers: Record<string, string> = { ...call.headers, Accept: "application/json" };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const silence = AbortSignal.timeout(SILENCE_MS);
  try {
    return await fetchIt(path, {
      method,
      headers,
      credentials: "same-origin",
      // An answer about people and sessions is never taken from a cache.
      cache: "no-store",
      signal: signal ? AbortSignal.any([signal, silence]) : silence,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch (cause) {
    signal?.throwIfAborted();
    throw new ApiError({ code: "server.unreachable", cause });
  }
}

/** The parsed JSON; `undefined` where the body is none, which no schema accepts by accident. */
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
  const retryAfter = retryAfterOf(response);
  const problem = Problem.safeParse(await bodyOf(response, call));
  if (!problem.success) return new ApiError({ code: codeOfStatus(status), status, retryAfter });
  const { code, errors = {} } = problem.data;
  return new ApiError({
    code: isErrorCode(code) ? code : codeOfStatus(status),
    status,
    fieldErrors: errors,
    retryAfter,
    isServersWord: true,
  });
}

/** For answers that are no problem document of ours, such as a proxy's. */
function codeOfStatus(status: number): ErrorCode {
  if (status === 401) return "session.required";
  if (status === 403) return "request.forbidden";
  if (status === 404) return "request.not_found";
  if (status === 413) return "request.too_large";
  if (status === 429) return "request.too_many";
  if (status === 502 || status === 503 || status === 504) return "server.unavailable";
  return "server.failure";
}

/** Whole seconds; the header's date form is not used by our server, and is ignored. */
function retryAfterOf(response: Response): number | undefined {
  const seconds = Number.parseInt(response.headers.get("Retry-After") ?? "", 10);
  return Number.isNaN(seconds) ? undefined : seconds;
}
