import { type Context, Hono, type MiddlewareHandler } from "hono";
import type { Logger } from "pino";
import type { PublicConfig } from "#contract/config.ts";
import type { Operation } from "#contract/operation.ts";
import { OPERATIONS } from "#contract/operations.ts";
import type { Auth } from "./auth/auth.ts";
import { limitBody } from "./auth/body-limit.ts";
import { addRoute, routerPath } from "./auth/operation-route.ts";
import type { AppEnv } from "./auth/request-context.ts";
import { leaveStreams } from "./auth/stream-answer.ts";
import type { Database, DatabaseFailure } from "./database/database.ts";
import type { Settings } from "./env.ts";
import { problemOf, Refusal } from "./errors.ts";
import { clientAddress, isForwarded, networkOf } from "./http/client-address.ts";
import { ownSiteOnly } from "./http/own-site.ts";
import { requestLog } from "./http/request-log.ts";
import { limitWrites } from "./http/write-limit.ts";
import { securityHeaders } from "./http/security-headers.ts";
import { readJournal } from "./journal/journal-queries.ts";
import type { LiveChanges } from "./planning/live-changes.ts";
import { addPlanningRoutes } from "./planning/planning-routes.ts";
import type { SharedPlanning } from "./planning/shared-planning.ts";
import { addOwnAccountRoutes } from "./users/own-account-routes.ts";
import { addUserRoutes } from "./users/user-routes.ts";
import { addWebSite } from "./web-site.ts";

export interface AppDependencies {
  readonly settings: Settings;
  /** The origin under which people reach this site. */
  readonly baseUrl: string;
  readonly database: Database;
  readonly auth: Auth;
  readonly planning: SharedPlanning;
  readonly live: LiveChanges;
  readonly logger: Logger;
  /** The folder of the built page. */
  readonly webRoot: string;
  readonly version: string;
  readonly clock: () => Date;
}

/** Enough for any call that does not name a limit of its own. */
const BODY_MAX_BYTES = 1024 * 1024;
const LARGE_BODY_PATHS: ReadonlySet<string> = new Set(
  Object.values(OPERATIONS).flatMap((operation: Operation) => (operation.bodyLimit ? [operation.path] : [])),
);

/** What an error that no route foresaw is answered with, by what it says of the database. */
const FAILURES: Readonly<Record<DatabaseFailure | "unknown", () => Refusal>> = {
  unavailable: () => new Refusal("server.unavailable", { retryAfter: 5 }),
  disk_full: () => new Refusal("server.disk_full", { retryAfter: 60 }),
  unknown: () => new Refusal("server.failure"),
};

/** The whole server as a value: page and API, ready for requests, not listening. */
export function createApp(dependencies: AppDependencies): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  addBorders(app, dependencies);
  addPublicRoutes(app, dependencies);
  dependencies.auth.addRoutes(app);
  addUserRoutes(app, dependencies);
  addOwnAccountRoutes(app, dependencies);
  addPlanningRoutes(app, dependencies);
  addJournalRoute(app, dependencies);
  addRefusals(app);
  addWebSite(app, dependencies.webRoot);
  addErrorAnswers(app, dependencies);
  return app;
}

/** What every request passes before any route. */
function addBorders(app: Hono<AppEnv>, { settings, baseUrl, logger, clock }: AppDependencies): void {
  app.use(leaveStreams, requestLog(logger), securityHeaders(baseUrl));
  app.use(async (context, next) => {
    const { headers } = context.req.raw;
    const { incoming } = context.env;
    const address = clientAddress(incoming?.socket.remoteAddress, headers, settings.trustedProxies);
    context.set("clientAddress", address);
    context.set("clientNetwork", networkOf(address));
    context.set("isForwarded", isForwarded(headers, incoming?.httpVersion));
    await next();
  });
  app.use(refuseLongAddress, ownSiteOnly(baseUrl));
  app.use("/api/*", limitWrites({ isPrivate: settings.isPrivate, clock }));
  app.use("/api/*", async (context, next) => {
    context.header("cache-control", "no-store");
    await next();
  });
  const limitSmallBody = limitBody(BODY_MAX_BYTES, "request.too_large");
  app.use("/api/*", (context, next) => {
    const { method, path } = context.req;
    // No call that only reads looks at a body.
    return method === "GET" || LARGE_BODY_PATHS.has(path) ? next() : limitSmallBody(context, next);
  });
}

/** Room for any link of ours and its token many times over. */
const URL_MAX_CHARACTERS = 4096;

const refuseLongAddress: MiddlewareHandler = async (context, next) => {
  if (context.req.url.length > URL_MAX_CHARACTERS) throw new Refusal("request.address_too_long");
  await next();
};

function addPublicRoutes(app: Hono<AppEnv>, { settings, database, auth, planning, version }: AppDependencies): void {
  addRoute(app, OPERATIONS.health, auth.sessions, async () => {
    try {
      await database.ping();
    } catch {
      throw FAILURES.unavailable();
    }
    return { status: "ok" as const };
  });
  addRoute(app, OPERATIONS.config, auth.sessions, async ({ context }): Promise<PublicConfig> => ({
    sharing: await planning.isShared(),
    registration: settings.registration,
    defaultAdmin: auth.defaultAdmin.credentialsFor(context),
    version,
  }));
  addRoute(app, OPERATIONS.openapi, auth.sessions, async () => {
    const { openApiDocument } = await import("./openapi.ts");
    return openApiDocument(version);
  });
}

function addJournalRoute(app: Hono<AppEnv>, { database, auth }: AppDependencies): void {
  addRoute(app, OPERATIONS.readJournal, auth.sessions, ({ query }) => readJournal(database, query));
}

/** What is known, but not with this method, and everything else under /api. */
function addRefusals(app: Hono<AppEnv>): void {
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

/** What an error that no route foresaw is answered with. Who left in the middle of their body made none: they read nothing. */
function failureOf(error: Error, { env }: Context<AppEnv>, database: Database): Refusal {
  if (env.incoming?.errored === error) return new Refusal("request.malformed");
  return FAILURES[database.failureOf(error) ?? "unknown"]();
}

/** Every error becomes a problem document (RFC 9457); what nobody foresaw is logged, and told to nobody. */
function addErrorAnswers(app: Hono<AppEnv>, { logger, database }: AppDependencies): void {
  app.onError((error, context) => {
    const refusal = error instanceof Refusal ? error : failureOf(error, context, database);
    if (refusal !== error && refusal.code !== "request.malformed") {
      // Of a database that is away each call would tell the same.
      const what = database.failureOf(error) === null ? { error: error.stack } : { reason: error.message };
      logger.error({ requestId: context.get("requestId"), ...what }, "request failed");
    }
    context.set("refusal", refusal.code);
    const problem = problemOf(refusal);
    if (refusal.retryAfter !== undefined) context.header("retry-after", String(refusal.retryAfter));
    context.header("cache-control", "no-store");
    context.header("content-type", "application/problem+json; charset=utf-8");
    return context.body(JSON.stringify(problem), problem.status as 500);
  });
  app.notFound(() => {
    throw new Refusal("request.not_found");
  });
}
