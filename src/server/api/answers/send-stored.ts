import type { Context } from "hono";
import { privateEncodingOf } from "./content-encoding.ts";
import type { StoredAnswer } from "./stored-answer.ts";

/** No cache stores people's data. A client that keeps an answer by itself asks with its tag. */
const NOT_STORED = "no-store";
const JSON_TYPE = "application/json";
/** Whoever asks with another cookie is somebody else. */
const VARY = "accept-encoding, cookie";

/** Whether the request knows the body of this tag already; an encoding in a tag of a proxy's makes another one. */
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
  /** Whether it has an entity tag, and an equal answer is 304. */
  readonly isTagged?: boolean;
}

/** Sends a stored answer: its bytes as the request wants them, or that nothing has changed. */
export async function sendStored(
  context: Context,
  answer: StoredAnswer<unknown>,
  { caching = NOT_STORED, type = JSON_TYPE, isTagged = true }: SendingOptions = {},
): Promise<Response> {
  context.header("cache-control", caching);
  context.header("vary", VARY);
  if (isTagged) {
    const { etag } = answer;
    context.header("etag", etag);
    if (isKnown(context, etag)) return context.body(null, 304);
  }
  const encoding = answer.encodingFor(privateEncodingOf(context.req.raw.headers));
  const bytes = await answer.in(encoding);
  context.header("content-type", type);
  context.header("content-length", String(bytes.length));
  if (encoding !== "identity") context.header("content-encoding", encoding);
  return context.body(bytes);
}
