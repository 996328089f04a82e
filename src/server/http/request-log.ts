import { randomUUID } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import type { Logger } from "pino";
import { CALENDAR_FEEDS } from "#contract/paths.ts";

interface LoggedRequest {
  Variables: {
    requestId: string;
    clientNetwork: string;
    /** The account that the request is about, once known. */
    personId?: string;
    /** The error code of the response. */
    refusal?: string;
  };
}

/** The path as it is logged: that of a calendar is its secret. */
function loggedPath(path: string): string {
  return path.startsWith(CALENDAR_FEEDS) ? CALENDAR_FEEDS : path;
}

/** Statuses of refused authentication and permission. Only these lines contain the client's network. */
const GUARDED: ReadonlySet<number> = new Set([401, 403, 421, 429]);

/**
 * Logs one line for each request. Query, headers, body and the addresses of calendars are never logged, as they hold passwords, tokens and cookies;
 * nor are names or e-mail addresses. The response carries the line's request id.
 */
export function requestLog(logger: Logger): MiddlewareHandler<LoggedRequest> {
  return async function logRequest(context, next) {
    const startedAt = performance.now();
    const requestId = randomUUID();
    context.set("requestId", requestId);
    await next();
    context.res.headers.set("x-request-id", requestId);
    const milliseconds = Math.round((performance.now() - startedAt) * 10) / 10;
    const { method } = context.req;
    const path = loggedPath(context.req.path);
    const { status } = context.res;
    const [personId, code] = [context.get("personId"), context.get("refusal")];
    const who = personId === undefined ? {} : { personId };
    const why =
      code === undefined ? {} : { code, ...(GUARDED.has(status) && { network: context.get("clientNetwork") }) };
    logger.info({ requestId, method, path, status, milliseconds, ...who, ...why }, "request");
  };
}
