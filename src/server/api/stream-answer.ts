import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Context, MiddlewareHandler } from "hono";
import type { AppEnv, StreamBody } from "./request-context.ts";

/** Answers with a stream of this type, which no proxy is to hold back; a HEAD request gets its head alone. */
export function streamAnswer(context: Context<AppEnv>, type: string, body: StreamBody): Response {
  if (context.req.method !== "HEAD") context.set("streamBody", body);
  return context.body(null, 200, { "content-type": type, "x-accel-buffering": "no" });
}

/**
 * The outermost of all: once an answer has all its headers, a stream's body is left to its writer. It gets Node's own
 * response, as a web stream for each of a thousand connections would take half as much memory again.
 */
export const leaveStreams: MiddlewareHandler<AppEnv> = async (context, next) => {
  await next();
  const body = context.get("streamBody");
  const { outgoing } = context.env;
  if (body === undefined || outgoing === undefined) return;
  if (!outgoing.destroyed) {
    outgoing.writeHead(context.res.status, Object.fromEntries(context.res.headers));
    body(outgoing);
  }
  // Cleared first, or the framework makes one answer out of both.
  context.res = undefined;
  context.res = RESPONSE_ALREADY_SENT;
};
