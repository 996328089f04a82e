import { Hono } from "hono";
import type { Logger } from "pino";
import { OPERATIONS } from "#contract/operations.ts";
import type { RenderPage } from "#contract/visit/visit-data.ts";
import { addRoute, type AppEnv } from "./api/operation-route.ts";
import { addErrorResponses, addMiddleware, addRefusals } from "./api/request-middleware.ts";
import type { Auth } from "./auth/auth.ts";
import type { LinkTokens } from "./auth/links/link-tokens.ts";
import { addCalendarRoutes } from "./calendar/calendar-routes.ts";
import type { CalendarLinks } from "./calendar/write-calendar-links.ts";
import type { Database } from "./database/database.ts";
import type { DemoRules } from "./demo/demo-rules.ts";
import type { Settings } from "./env.ts";
import { limitCalls } from "./http/call-limit.ts";
import { readJournal } from "./journal/read-journal.ts";
import { readMailReport } from "./mail/read-mail-report.ts";
import { addMetricsRoute } from "./metrics/metrics-route.ts";
import type { Metrics } from "./metrics/metrics.ts";
import { addNotificationRoutes } from "./notifications/notification-routes.ts";
import type { PushReach } from "./notifications/push/push-request.ts";
import type { PeerOwners } from "./peer/peer-owner.ts";
import { addAnswerLinkRoutes } from "./planning/links/answer-links.ts";
import type { LiveChanges } from "./planning/live/live-changes.ts";
import { createPlanningResponses } from "./planning/planning-responses.ts";
import { addPlanningRoutes } from "./planning/planning-routes.ts";
import type { Asking } from "./planning/requests/asking.ts";
import type { AcceptChange, SharedPlanning } from "./planning/shared-planning.ts";
import { addPublicRoutes, readConfig } from "./public-routes.ts";
import { createTeamList } from "./users/read-users.ts";
import { addUserRoutes } from "./users/user-routes.ts";
import { createVisits } from "./visit/visits.ts";
import { addWebSite, type WebSite } from "./web-site.ts";

/** What all plannings of a process share. */
export interface ServerProcess {
  readonly logger: Logger;
  readonly clock: () => Date;
  readonly version: string;
  readonly site: WebSite;
  /** `undefined`: browsers draw every screen themselves. */
  readonly renderPage: RenderPage | undefined;
  readonly peers: PeerOwners;
  /** Milliseconds between two heartbeats of a stream. */
  readonly beatMs: number;
  /** Where push services may be; `undefined`: anywhere public. */
  readonly pushReach: PushReach | undefined;
  /** `null` without METRICS_TOKEN. */
  readonly metrics: Metrics | null;
  /** Bytes of each planning's cache of responses; left out: the default for one planning. */
  readonly responseBytes?: number;
}

interface AppDependencies extends ServerProcess {
  readonly settings: Settings;
  /** The site's public origin. */
  readonly baseUrl: string;
  /** `undefined` unless this is a demo. */
  readonly demo: DemoRules | undefined;
  readonly database: Database;
  readonly auth: Auth;
  readonly planning: SharedPlanning;
  readonly accept: AcceptChange;
  readonly live: LiveChanges;
  readonly asking: Asking;
  readonly calendarLinks: CalendarLinks;
  readonly linkTokens: LinkTokens;
  readonly pushKey: string;
}

/** The page and the API of one planning, ready for requests. */
export function createApp(dependencies: AppDependencies): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const { settings, database, auth, metrics, demo, clock } = dependencies;
  const { sessions } = auth;
  const responses = createPlanningResponses(database, dependencies.responseBytes);
  const team = createTeamList(database, auth.defaultAdmin, clock);
  const limit = limitCalls({ isPrivate: settings.isPrivate, areAccountsShared: demo !== undefined, clock });
  const metricsSources = { ...dependencies, dataDir: settings.dataDir, liveConnections: dependencies.live.count };
  // A space has no METRICS_TOKEN of its own: the front door serves the metrics of all spaces.
  const figures = settings.metricsToken === null ? null : (metrics?.figuresOf(metricsSources) ?? null);
  const visitOf = createVisits({
    sessions,
    responses,
    config: (context) => readConfig(context, dependencies),
    people: team,
    limit,
    timeZone: settings.timeZone,
    clock,
  });

  addMiddleware(app, { ...dependencies, counter: metrics?.counter ?? null, limit });
  demo?.addRestrictions(app);
  addPublicRoutes(app, dependencies);
  auth.addRoutes(app);
  addUserRoutes(app, { ...dependencies, team });
  addPlanningRoutes(app, { ...dependencies, responses });
  addAnswerLinkRoutes(app, dependencies);
  addRoute(app, OPERATIONS.readJournal, sessions, ({ query }) => readJournal(database, query));
  addRoute(app, OPERATIONS.readMails, sessions, () => readMailReport(database, clock()));
  addCalendarRoutes(app, dependencies);
  addNotificationRoutes(app, dependencies);
  addMetricsRoute(app, settings.metricsToken, figures);
  addRefusals(app);
  addWebSite(app, dependencies.site, { ...dependencies, visitOf });
  addErrorResponses(app, dependencies);
  return app;
}
