import type { Context } from "hono";
import { privateEncodingOf } from "./content-encoding.ts";
import type { StoredAnswer } from "./stored-answer.ts";

/** No cache may store personal data. A client that keeps an answer itself can send its tag. */
const NOT_STORED = "no-store";
const JSON_TYPE = "application/json";
/** Another cookie can mean another user. */
const VARY = "accept-encoding, cookie";

/** Whether the client has the body with this tag already. */
export function isKnown(context: Context, etag: string): boolean {
  const known = context.req.header("if-none-match");
  if (known === undefined) return false;
  if (known === etag || known.trim() === "*") return true;
  const opaque = etag.replace(/^W\//, "");
  return known.split(",").some((tag) => tag.trim().replace(/^W\//, "") === opaque);
}

interface SendingOptions {
  readonly caching?: string;
  readonly type?: string;
  /** Whether it is sent with an entity tag, so that an equal answer can be 304. */
  readonly isTagged?: boolean;
}

/** Sends a stored answer in the requested encoding, or 304 if the client has it already. */
export function sendStored(
  context: Context,
  answer: StoredAnswer<unknown>,
  { caching = NOT_STORED, type = JSON_TYPE, isTagged = true }: SendingOptions = {},
): Response {
  context.header("cache-control", caching);
  context.header("vary", VARY);
  if (isTagged) {
    const { etag } = answer;
    context.header("etag", etag);
    if (isKnown(context, etag)) return context.body(null, 304);
  }
  const encoding = answer.encodingFor(privateEncodingOf(context.req.raw.headers));
  const bytes = answer.in(encoding);
  context.header("content-type", type);
  context.header("content-length", String(bytes.length));
  if (encoding !== "identity") context.header("content-encoding", encoding);
  return context.body(bytes);
}
