import type { Context, Hono, MiddlewareHandler } from "hono";
import type { Logger } from "pino";
import type { ErrorCode } from "#contract/errors.ts";
import { OPERATIONS } from "#contract/operations.ts";
import { CALENDAR_FEEDS, LINKED_PAGES, METRICS_PATH } from "#contract/paths.ts";
import type { Database, DatabaseFailure } from "../database/database.ts";
import type { Settings } from "../env.ts";
import { problemOf, Refusal } from "../errors.ts";
import { clientAddress, isForwarded, networkOf } from "../http/client-address.ts";
import { ownSiteOnly } from "../http/own-site.ts";
import { type RequestCounter, requestLog } from "../http/request-log.ts";
import { securityHeaders } from "../http/security-headers.ts";
import type { PeerOwners } from "../peer/peer-owner.ts";
import { type AppEnv, routerPath, sendStreams } from "./operation-route.ts";

interface LogAndHeadersDependencies {
  readonly settings: Settings;
  readonly baseUrl: string;
  readonly peers: PeerOwners;
  readonly logger: Logger;
  readonly counter: RequestCounter | null;
}

interface MiddlewareDependencies extends LogAndHeadersDependencies {
  readonly limit: MiddlewareHandler;
  /** Paths that programs on this machine may call by another host name; left out: `LOCAL_PATHS`. */
  readonly localPaths?: ReadonlySet<string>;
}

/** Many times the length of our longest link with its token. */
const URL_MAX_CHARACTERS = 4096;

const refuseLongAddress: MiddlewareHandler = async (context, next) => {
  if (context.req.url.length > URL_MAX_CHARACTERS) throw new Refusal("request.address_too_long");
  await next();
};

/** Mounts what every request needs, also one for a wrong host: its log line, security headers and client address. */
export function addLogAndHeaders(app: Hono<AppEnv>, dependencies: LogAndHeadersDependencies): void {
  const { settings, baseUrl, peers, logger, counter } = dependencies;
  const log = requestLog({ logger, trustedProxies: settings.trustedProxies, counter });
  app.use(sendStreams, log, securityHeaders({ ...settings, origin: baseUrl }));
  app.use(async (context, next) => {
    const { headers } = context.req.raw;
    const { incoming } = context.env;
    const address = clientAddress(incoming?.socket.remoteAddress, headers, settings.trustedProxies);
    context.set("clientAddress", address);
    context.set("clientNetwork", networkOf(address));
    context.set("isForwarded", isForwarded(headers, incoming?.httpVersion));
    context.set("peerOwner", () => peers.of(incoming?.socket));
    await next();
  });
}

/** Mounts the middleware that every request passes before its route: log, headers, checks and limits. */
export function addMiddleware(app: Hono<AppEnv>, dependencies: MiddlewareDependencies): void {
  const { baseUrl, limit, localPaths } = dependencies;
  addLogAndHeaders(app, dependencies);
  app.use(refuseLongAddress, ownSiteOnly(baseUrl, localPaths));
  for (const path of ["/api/*", `${CALENDAR_FEEDS}*`, LINKED_PAGES.unsubscribe, METRICS_PATH]) app.use(path, limit);
  app.use("/api/*", async (context, next) => {
    context.header("cache-control", "no-store");
    await next();
  });
}

/** The error code of an unexpected error, by the database failure that caused it. */
const CODE_OF_FAILURE: Readonly<Record<DatabaseFailure | "unknown", ErrorCode>> = {
  unavailable: "server.unavailable",
  disk_full: "server.disk_full",
  unknown: "server.failure",
};

/** Refuses other methods of known paths, and all unknown paths under /api. Call it after all calls are mounted. */
export function addRefusals(app: Hono<AppEnv>): void {
  const operationsByPath = Map.groupBy(Object.values(OPERATIONS), ({ path }) => path);
  for (const [path, operations] of operationsByPath) {
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

/** The refusal for an unexpected error. A client that disconnects while it sends its body is not a failure. */
function failureOf(error: Error, { env }: Context<AppEnv>, database: Database): Refusal {
  if (env.incoming?.errored === error) return new Refusal("request.malformed");
  return new Refusal(CODE_OF_FAILURE[database.failureOf(error) ?? "unknown"]);
}

interface FailureDependencies {
  readonly logger: Logger;
  readonly database: Database;
}

/** Turns every error into a problem document (RFC 9457). Logs an unexpected one, whose cause is not sent. */
export function addErrorResponses(app: Hono<AppEnv>, { logger, database }: FailureDependencies): void {
  app.onError((error, context) => {
    const refusal = error instanceof Refusal ? error : failureOf(error, context, database);
    const isUnexpected = refusal !== error;
    // `request.malformed`: the client disconnected, which needs no line in the log.
    if (isUnexpected && refusal.code !== "request.malformed") {
      // No stack trace for database failures: each call would log the same one.
      const cause = database.failureOf(error) === null ? { error: error.stack } : { reason: error.message };
      logger.error({ requestId: context.get("requestId"), ...cause }, "request failed");
    }
    context.set("refusal", refusal.code);
    const problem = problemOf(refusal, context.get("requestId"));
    if (refusal.retryAfter !== undefined) context.header("retry-after", String(refusal.retryAfter));
    context.header("cache-control", "no-store");
    context.header("content-type", "application/problem+json; charset=utf-8");
    // The cast is only for the framework's type, which wants a literal status.
    return context.body(JSON.stringify(problem), problem.status as 500);
  });
  app.notFound(() => {
    throw new Refusal("request.not_found");
  });
}
