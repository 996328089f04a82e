import { randomUUID } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import type { Logger } from "pino";

interface LoggedRequest {
  Variables: { requestId: string };
}

/**
 * One line a request: never its query, headers or body, where passwords, tokens and cookies are. The answer carries
 * the line's request id.
 */
export function requestLog(logger: Logger): MiddlewareHandler<LoggedRequest> {
  return async function logRequest(context, next) {
    const startedAt = performance.now();
    const requestId = randomUUID();
    context.set("requestId", requestId);
    await next();
    context.res.headers.set("x-request-id", requestId);
    const milliseconds = Math.round((performance.now() - startedAt) * 10) / 10;
    const { method, path } = context.req;
    logger.info({ requestId, method, path, status: context.res.status, milliseconds }, "request");
  };
}
