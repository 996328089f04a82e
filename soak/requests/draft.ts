import { oneOf, type Random } from "../random.ts";
import { CALLERS, type Caller } from "../team/team.ts";
import { knownValues } from "./call-values.ts";
import type { DocumentedCall } from "./documented-calls.ts";
import { sampleValue } from "./sample-value.ts";

/** A request in parts that mutations can change. */
export interface Draft {
  readonly call: DocumentedCall;
  caller: Caller;
  method: string;
  /** Values of the parameters in the path. */
  readonly pathValues: Map<string, string>;
  /** Replaces the path of the call, if set. */
  path: string | null;
  readonly query: [string, string][];
  readonly headers: Map<string, string>;
  /** `undefined`: no body. */
  body: unknown;
  /** Replaces the body as JSON, if set. */
  bytes: Buffer | null;
}

/** Placeholders for the server's address, so that a request does not depend on the port. */
export const ORIGIN = "{origin}";
export const HOST = "{host}";

const ANONYMOUS_SHARE = 0.15;
const ADMIN_SHARE = 0.6;
/** Share of requests sent without a proxy's header. */
const DIRECT_SHARE = 0.05;
const HEADER_SHARE = 0.4;
/** Few enough that the server's rate limits count each address often, many enough that no address reaches a limit. */
const ADDRESSES = 2000;

export function pickCaller(random: Random): Caller {
  const role = random() < ANONYMOUS_SHARE ? "anonymous" : random() < ADMIN_SHARE ? "admin" : "member";
  const caller = oneOf(random, CALLERS[role]);
  if (caller === undefined) throw new Error(`no ${role}`);
  return caller;
}

function pickAddress(random: Random): string {
  const number = Math.floor(random() * ADDRESSES);
  return `198.18.${number >> 8}.${number & 255}`;
}

/** The request that a correct page would send. */
export function draftRequest(call: DocumentedCall, caller: Caller, random: Random): Draft {
  const known = knownValues(call, caller, random);
  const draft: Draft = {
    call,
    caller,
    method: call.method,
    pathValues: new Map(),
    path: null,
    query: [],
    headers: new Map([["host", HOST]]),
    body: call.body === null ? undefined : sampleValue(call.body, "body", random, known),
    bytes: null,
  };
  if (caller.cookie !== "") draft.headers.set("cookie", caller.cookie);
  if (call.method !== "GET") draft.headers.set("origin", ORIGIN);
  if (call.body !== null) draft.headers.set("content-type", "application/json");
  if (random() > DIRECT_SHARE) draft.headers.set("x-forwarded-for", pickAddress(random));
  for (const { name, in: place, required, schema } of call.parameters) {
    const value = String(sampleValue(schema, name, random, known));
    if (place === "path") draft.pathValues.set(name, value);
    if (place === "query" && (required || random() > HEADER_SHARE)) draft.query.push([name, value]);
    if (place === "header" && random() < HEADER_SHARE) draft.headers.set(name, value);
  }
  return draft;
}
