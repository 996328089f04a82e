import type { Context, Hono } from "hono";
import type { Logger } from "pino";
import type { ErrorCode } from "#contract/errors.ts";
import { OPERATIONS } from "#contract/operations.ts";
import type { Database, DatabaseFailure } from "../database/database.ts";
import { problemOf, Refusal } from "../errors.ts";
import { routerPath } from "./operation-route.ts";
import type { AppEnv } from "./request-context.ts";

/** Error codes for unexpected errors, by the database failure that caused them. */
const FAILURES: Readonly<Record<DatabaseFailure | "unknown", ErrorCode>> = {
  unavailable: "server.unavailable",
  disk_full: "server.disk_full",
  space_full: "space.full",
  unknown: "server.failure",
};

/** Unexpected where they are thrown, and nobody's failure. */
const EXPECTED: ReadonlySet<ErrorCode> = new Set(["request.malformed", "space.full"]);

/** Refuses other methods of known paths, and all unknown paths under /api. Call it after all calls are mounted. */
export function addRefusals(app: Hono<AppEnv>): void {
  const methods = Map.groupBy(Object.values(OPERATIONS), ({ path }) => path);
  for (const [path, operations] of methods) {
    const allowed = operations.map(({ method }) => (method === "GET" ? "GET, HEAD" : method)).join(", ");
    app.all(routerPath(path), (context) => {
      context.header("allow", allowed);
      throw new Refusal("request.method_refused");
    });
  }
  app.all("/api/*", () => {
    throw new Refusal("request.not_found");
  });
}

/**
 * The error code for an unexpected error. A client that disconnects during its body reads no response, and is not a
 * failure.
 */
function failureOf(error: Error, { env }: Context<AppEnv>, database: Database): Refusal {
  if (env.incoming?.errored === error) return new Refusal("request.malformed");
  return new Refusal(FAILURES[database.failureOf(error) ?? "unknown"]);
}

interface FailureDependencies {
  readonly logger: Logger;
  readonly database: Database;
}

/** Every error becomes a problem document (RFC 9457); an unexpected one is logged, and its cause is not sent. */
export function addErrorAnswers(app: Hono<AppEnv>, { logger, database }: FailureDependencies): void {
  app.onError((error, context) => {
    const refusal = error instanceof Refusal ? error : failureOf(error, context, database);
    if (refusal !== error && !EXPECTED.has(refusal.code)) {
      // No stack trace for database failures: each call would log the same one.
      const what = database.failureOf(error) === null ? { error: error.stack } : { reason: error.message };
      logger.error({ requestId: context.get("requestId"), ...what }, "request failed");
    }
    context.set("refusal", refusal.code);
    const problem = problemOf(refusal, context.get("requestId"));
    if (refusal.retryAfter !== undefined) context.header("retry-after", String(refusal.retryAfter));
    context.header("cache-control", "no-store");
    context.header("content-type", "application/problem+json; charset=utf-8");
    return context.body(JSON.stringify(problem), problem.status as 500);
  });
  app.notFound(() => {
    throw new Refusal("request.not_found");
  });
}
