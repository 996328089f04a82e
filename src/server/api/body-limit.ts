import type { MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { ErrorCode } from "#contract/errors.ts";
import { Refusal } from "../errors.ts";

/**
 * Refuses a body of more than `maxBytes`. A body with a `Content-Length` is not wrapped: starting to read it and
 * stopping half-way would block its connection, on which the client may already have sent its next request.
 */
export function limitBody(maxBytes: number, refusal: ErrorCode): MiddlewareHandler {
  const limitCounted = bodyLimit({
    maxSize: maxBytes,
    onError(context) {
      context.header("connection", "close");
      throw new Refusal(refusal);
    },
  });
  return async function refuseLargeBody(context, next) {
    const { headers } = context.req.raw;
    if (headers.has("transfer-encoding")) return limitCounted(context, next);
    if (Number(headers.get("content-length") ?? 0) > maxBytes) throw new Refusal(refusal);
    await next();
  };
}
