import { randomUUID } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import type { Logger } from "pino";

interface LoggedRequest {
  Variables: {
    requestId: string;
    clientNetwork: string;
    /** Whose account it is about, once that is known. */
    personId?: string;
    /** The code of the error that it was answered with. */
    refusal?: string;
  };
}

/** Answers about who somebody is and what they may do: only of these does the log say where the call came from. */
const GUARDED: ReadonlySet<number> = new Set([401, 403, 421, 429]);

/**
 * One line a request: never its query, headers or body, where passwords, tokens and cookies are; no name and no e-mail
 * address either. The answer carries the line's request id.
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
    const { status } = context.res;
    const [personId, code] = [context.get("personId"), context.get("refusal")];
    const who = personId === undefined ? {} : { personId };
    const why =
      code === undefined ? {} : { code, ...(GUARDED.has(status) && { network: context.get("clientNetwork") }) };
    logger.info({ requestId, method, path, status, milliseconds, ...who, ...why }, "request");
  };
}
