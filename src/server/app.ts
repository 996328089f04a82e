import { type Context, Hono, type MiddlewareHandler } from "hono";
import type { Logger } from "pino";
import type { ErrorCode } from "#contract/errors.ts";
import type { PublicConfig } from "#contract/server/config.ts";
import { CALENDAR_FEEDS, LINKED_PAGES, METRICS_PATH } from "#contract/paths.ts";
import { OPERATIONS } from "#contract/operations.ts";
import type { RenderPage } from "#contract/visit/rendered-view.ts";
import type { Auth } from "./auth/auth.ts";
import type { LinkTokens } from "./auth/links/link-tokens.ts";
import { addRoute, routerPath } from "./api/operation-route.ts";
import { sendStored } from "./api/answers/send-stored.ts";
import { type StoredAnswer, storedAnswer } from "./api/answers/stored-answer.ts";
import type { AppEnv } from "./api/request-context.ts";
import { sendStreams } from "./api/stream-answer.ts";
import type { Database, DatabaseFailure } from "./database/database.ts";
import type { DemoRules } from "./demo/demo-rules.ts";
import type { Settings } from "./env.ts";
import { problemOf, Refusal } from "./errors.ts";
import { clientAddress, isForwarded, networkOf } from "./http/client-address.ts";
import { ownSiteOnly } from "./http/own-site.ts";
import { requestLog } from "./http/request-log.ts";
import { limitCalls } from "./http/call-limit.ts";
import { securityHeaders } from "./http/security-headers.ts";
import { readJournal } from "./journal/read-journal.ts";
import type { Metrics } from "./metrics/metrics.ts";
import { addMetricsRoute } from "./metrics/metrics-route.ts";
import { readMailReport } from "./mail/read-mail-report.ts";
import type { PeerOwners } from "./peer/peer-owner.ts";
import { createPlanningAnswers, type PlanningAnswers } from "./planning/planning-answers.ts";
import { addAnswerLinkRoutes } from "./planning/links/answer-link-routes.ts";
import type { AnswerLinks } from "./planning/links/answer-links.ts";
import type { LiveChanges } from "./planning/live/live-changes.ts";
import { addCalendarRoutes } from "./calendar/calendar-routes.ts";
import type { CalendarLinks } from "./calendar/calendar-links.ts";
import { addNotificationRoutes } from "./notifications/notification-routes.ts";
import { addPlanningRoutes } from "./planning/planning-routes.ts";
import type { Asking } from "./planning/requests/asking.ts";
import type { AcceptChange } from "./planning/changes/wanted-change.ts";
import type { SharedPlanning } from "./planning/shared-planning.ts";
import { addOwnAccountRoutes } from "./users/own-account-routes.ts";
import { addPeopleRoutes } from "./users/people/people-routes.ts";
import { createTeamList, type TeamList } from "./users/team-list.ts";
import { addUserRoutes } from "./users/user-routes.ts";
import type { NoteMissing } from "./visit/visited-pages.ts";
import { createVisits } from "./visit/visits.ts";
import { addWebSite } from "./web-site.ts";

export interface AppDependencies {
  readonly settings: Settings;
  /** The site's public origin. */
  readonly baseUrl: string;
  readonly database: Database;
  readonly auth: Auth;
  readonly planning: SharedPlanning;
  readonly accept: AcceptChange;
  readonly live: LiveChanges;
  readonly asking: Asking;
  readonly calendarLinks: CalendarLinks;
  readonly linkTokens: LinkTokens;
  /** The public VAPID key. */
  readonly pushKey: string;
  readonly answerLinks: AnswerLinks;
  readonly peers: PeerOwners;
  /** `null` without METRICS_TOKEN. */
  readonly metrics: Metrics | null;
  readonly logger: Logger;
  /** The folder of the built page. */
  readonly webRoot: string;
  /** `undefined`: browsers draw every screen themselves. */
  readonly renderPage: RenderPage | undefined;
  readonly version: string;
  readonly clock: () => Date;
  /** `undefined` but for a demo. */
  readonly demo: DemoRules | undefined;
}

/** Error codes for unexpected errors, by the database failure that caused them. */
const FAILURES: Readonly<Record<DatabaseFailure | "unknown", ErrorCode>> = {
  unavailable: "server.unavailable",
  disk_full: "server.disk_full",
  unknown: "server.failure",
};

/** The whole server without its socket: page and API, ready for requests. */
export function createApp(dependencies: AppDependencies): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const { database, auth, demo } = dependencies;
  const answers = createPlanningAnswers(database);
  const team = createTeamList(database, auth.defaultAdmin, dependencies.clock);
  const limit: MiddlewareHandler = limitCalls({
    isPrivate: dependencies.settings.isPrivate,
    areAccountsShared: demo !== undefined,
    clock: dependencies.clock,
  });
  addBorders(app, dependencies, limit);
  demo?.addBorders(app);
  addPublicRoutes(app, dependencies);
  dependencies.auth.addRoutes(app);
  addUserRoutes(app, { ...dependencies, team });
  addPeopleRoutes(app, dependencies);
  addOwnAccountRoutes(app, dependencies);
  addPlanningRoutes(app, { ...dependencies, answers });
  addAnswerLinkRoutes(app, { callers: auth.sessions, rateLimit: auth.rateLimit, links: dependencies.answerLinks });
  addAdministrationRoutes(app, dependencies);
  addCalendarRoutes(app, dependencies);
  addNotificationRoutes(app, dependencies);
  addMetricsRoute(app, dependencies.settings.metricsToken, dependencies.metrics);
  addRefusals(app);
  addWebSite(app, {
    webRoot: dependencies.webRoot,
    renderPage: dependencies.renderPage,
    editPage: demo?.withNotice,
    visitOf: createVisitOf(dependencies, { answers, team, limit }),
    onFailure: noteMissing(dependencies),
  });
  addErrorAnswers(app, dependencies);
  return app;
}

/** What every request passes before any route. */
function addBorders(
  app: Hono<AppEnv>,
  { settings, baseUrl, peers, logger, metrics }: AppDependencies,
  limit: MiddlewareHandler,
): void {
  const log = requestLog({ logger, trustedProxies: settings.trustedProxies, counter: metrics?.counter ?? null });
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
  app.use(refuseLongAddress, ownSiteOnly(baseUrl));
  app.use("/api/*", limit);
  app.use(`${CALENDAR_FEEDS}*`, limit);
  app.use(LINKED_PAGES.unsubscribe, limit);
  app.use(METRICS_PATH, limit);
  app.use("/api/*", async (context, next) => {
    context.header("cache-control", "no-store");
    await next();
  });
}

/** Many times the length of our longest link with its token. */
const URL_MAX_CHARACTERS = 4096;

const refuseLongAddress: MiddlewareHandler = async (context, next) => {
  if (context.req.url.length > URL_MAX_CHARACTERS) throw new Refusal("request.address_too_long");
  await next();
};

async function readConfig(
  context: Context<AppEnv>,
  { settings, auth, planning, version }: AppDependencies,
): Promise<PublicConfig> {
  return {
    sharing: await planning.isShared(),
    registration: settings.registration,
    defaultAdmin: await auth.defaultAdmin.credentialsFor(context),
    version,
    timeZone: settings.timeZone,
  };
}

function addPublicRoutes(app: Hono<AppEnv>, dependencies: AppDependencies): void {
  const { baseUrl, database, auth, version } = dependencies;
  addRoute(app, OPERATIONS.health, auth.sessions, async () => {
    try {
      await database.ping();
    } catch {
      throw new Refusal("server.unavailable");
    }
    return { status: "ok" as const };
  });
  addRoute(app, OPERATIONS.config, auth.sessions, ({ context }) => readConfig(context, dependencies));
  addOpenApiRoute(app, version, baseUrl);
}

interface VisitParts {
  readonly answers: PlanningAnswers;
  readonly team: TeamList;
  readonly limit: MiddlewareHandler;
}

/** What goes with the page: read within the same limits, and by the same rights, as by the calls that it stands for. */
function createVisitOf(dependencies: AppDependencies, { answers, team, limit }: VisitParts) {
  const { auth, settings, clock } = dependencies;
  const visitOf = createVisits({
    sessions: auth.sessions,
    answers,
    config: (context) => readConfig(context, dependencies),
    people: team,
    timeZone: settings.timeZone,
    clock,
  });
  return async (context: Context<AppEnv>) => {
    await limit(context, () => Promise.resolve());
    return visitOf(context);
  };
}

/** The document never changes: it is made and written when it is first asked for, and as it is from then on. */
function addOpenApiRoute(app: Hono<AppEnv>, version: string, baseUrl: string): void {
  let document: Promise<StoredAnswer<unknown>> | undefined;
  async function write(): Promise<StoredAnswer<unknown>> {
    const { openApiDocument } = await import("./api/openapi.ts");
    return storedAnswer(openApiDocument(version, baseUrl));
  }
  app.get(OPERATIONS.openapi.path, async (context) => sendStored(context, await (document ??= write())));
}

function addAdministrationRoutes(app: Hono<AppEnv>, { database, auth, clock }: AppDependencies): void {
  addRoute(app, OPERATIONS.readJournal, auth.sessions, ({ query }) => readJournal(database, query));
  addRoute(app, OPERATIONS.readMails, auth.sessions, () => readMailReport(database, clock()));
}

/** Refuses other methods of known paths, and all unknown paths under /api. */
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

/**
 * The error code for an unexpected error. A client that disconnects during its body reads no response, and is not a
 * failure.
 */
function failureOf(error: Error, { env }: Context<AppEnv>, database: Database): Refusal {
  if (env.incoming?.errored === error) return new Refusal("request.malformed");
  return new Refusal(FAILURES[database.failureOf(error) ?? "unknown"]);
}

/** A user over the limit of calls still gets the page. Its calls then report the limit. */
function noteMissing({ logger, database }: AppDependencies): NoteMissing {
  return (missing, error, context) => {
    if (error instanceof Refusal) return;
    const isKnown = database.failureOf(error) !== null;
    const reason = error instanceof Error && !isKnown ? error.stack : String(error);
    const details = { requestId: context.get("requestId"), reason };
    if (missing === "data") logger.error(details, "page without its data");
    else logger.error(details, "page without its first screen");
  };
}

/** Every error becomes a problem document (RFC 9457); an unexpected one is logged, and its cause is not sent. */
function addErrorAnswers(app: Hono<AppEnv>, { logger, database }: AppDependencies): void {
  app.onError((error, context) => {
    const refusal = error instanceof Refusal ? error : failureOf(error, context, database);
    if (refusal !== error && refusal.code !== "request.malformed") {
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
