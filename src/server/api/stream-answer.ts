import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Context, MiddlewareHandler } from "hono";
import type { AppEnv, StreamBody } from "./request-context.ts";

/** Answers with a stream of this content type, unbuffered by proxies. A HEAD request gets the headers only. */
export function streamAnswer(context: Context<AppEnv>, type: string, body: StreamBody): Response {
  if (context.req.method !== "HEAD") context.set("streamBody", body);
  return context.body(null, 200, { "content-type": type, "x-accel-buffering": "no" });
}

/**
 * The outermost middleware. Once the headers are complete, the stream's writer gets Node's own response: a web stream
 * for each of a thousand connections would take 50 % more memory.
 */
export const sendStreams: MiddlewareHandler<AppEnv> = async (context, next) => {
  await next();
  const body = context.get("streamBody");
  const { outgoing } = context.env;
  if (body === undefined || outgoing === undefined) return;
  if (!outgoing.destroyed) {
    const { headers } = context.res;
    const cookies = headers.getSetCookie();
    const others = Object.fromEntries([...headers].filter(([name]) => name !== "set-cookie"));
    outgoing.writeHead(context.res.status, cookies.length === 0 ? others : { ...others, "set-cookie": cookies });
    body(outgoing);
  }
  // Cleared first, or the framework merges both responses.
  context.res = undefined;
  context.res = RESPONSE_ALREADY_SENT;
};
