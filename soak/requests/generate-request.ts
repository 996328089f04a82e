import { createRandom, oneOf, type Random } from "../random.ts";
import type { Caller } from "../team/team.ts";
import type { DocumentedCall } from "./documented-calls.ts";
import { type Draft, draftRequest, pickCaller } from "./draft.ts";
import { mutateDraft, pathOf } from "./mutations.ts";
import { encodeText } from "./odd-parts.ts";
import { rawRequest } from "./raw-requests.ts";

/** One request that can be written in one line and sent again. */
export interface GeneratedRequest {
  readonly role: Caller["role"];
  readonly email: string;
  readonly method: string;
  /** Including the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** In base64; `null` for none. */
  readonly body: string | null;
  /** Sent instead of everything else, one byte per character. */
  readonly raw?: string;
}

const RAW_SHARE = 0.02;
/** Distance between the seeds of two requests, so that their random numbers do not overlap. */
const STRIDE = 0x9e3779b1;
/** Characters that Node's client refuses in a header. */
const UNSENDABLE = /[^\t\u0020-\u007e\u0080-\u00ff]/g;
const UNSENDABLE_IN_PATH = /[^\u0021-\u00ff]/g;

function bodyOf({ body, bytes }: Draft): string | null {
  if (bytes !== null) return bytes.toString("base64");
  const json = body === undefined ? undefined : JSON.stringify(body);
  return json === undefined ? null : Buffer.from(json).toString("base64");
}

function requestOf(draft: Draft): GeneratedRequest {
  const { caller, method, query, headers } = draft;
  const search = query.map(([name, value]) => `${encodeText(name)}=${encodeText(value)}`).join("&");
  const path = search === "" ? pathOf(draft) : `${pathOf(draft)}?${search}`;
  const sendable = [...headers].map(([name, value]) => [name, value.replaceAll(UNSENDABLE, "").slice(0, 17_000)]);
  return {
    role: caller.role,
    email: caller.email,
    method,
    path: path.replaceAll(UNSENDABLE_IN_PATH, ""),
    headers: Object.fromEntries(sendable) as Record<string, string>,
    body: bodyOf(draft),
  };
}

function anyRequest(calls: readonly DocumentedCall[], random: Random): GeneratedRequest {
  const call = oneOf(random, calls);
  if (call === undefined) throw new Error("the document has no calls");
  const draft = draftRequest(call, pickCaller(random), random);
  mutateDraft(draft, random);
  return requestOf(draft);
}

/** Request `number` of the run with this seed; it does not depend on the requests before. */
export function generateRequest(calls: readonly DocumentedCall[], seed: number, number: number): GeneratedRequest {
  const random = createRandom(seed + Math.imul(number, STRIDE));
  if (random() > RAW_SHARE) return anyRequest(calls, random);
  return { role: "anonymous", email: "", method: "", path: "", headers: {}, body: null, raw: rawRequest(random) };
}
