import type { Context, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { ErrorCode } from "#contract/errors.ts";
import type { Operation } from "#contract/operation.ts";
import { Refusal } from "../errors.ts";

/** The largest body of a call, and the error code of a larger one. */
interface BodyLimit {
  readonly maxBytes: number;
  readonly refusal: ErrorCode;
}

/** The limit of signed-in users, for calls that define none of their own. */
const BODY_MAX_BYTES = 1024 * 1024;
/** Of anybody else: more than the longest form, or the answer of a passkey. */
const ANONYMOUS_MAX_BYTES = 16 * 1024;

/** The limit of a call. */
export function bodyLimitOf({ access, bodyLimit: own }: Operation): BodyLimit {
  const maxBytes = access === "anyone" ? ANONYMOUS_MAX_BYTES : BODY_MAX_BYTES;
  return own ?? { maxBytes, refusal: "request.too_large" };
}

/**
 * Refuses a body whose announced length is over the limit. It is not read: starting to read it and stopping half-way
 * would block its connection, on which the client may already have sent its next request.
 */
export function refuseAnnounced({ headers }: Request, { maxBytes, refusal }: BodyLimit): void {
  if (Number(headers.get("content-length") ?? 0) > maxBytes) throw new Refusal(refusal);
}

/** Reads a body of unknown length, and refuses one that is over the limit. A body with its length is left alone. */
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
    refuseAnnounced(context.req.raw, limit);
    await readChunked(context, limit);
    await next();
  };
}
