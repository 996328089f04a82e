import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";
import type { Logger } from "pino";
import { BEAT_EVERY_MS } from "#contract/planning/change-stream.ts";
import type { RenderPage } from "#contract/visit/rendered-view.ts";
import { timeZoneNamed } from "#domain/calendar/time-zone.ts";
import { portTaken, portUnusable } from "#text/commands/start-lines.ts";
import { createApp } from "./app.ts";
import { createAuth } from "./auth/auth.ts";
import type { AppEnv } from "./api/request-context.ts";
import { createLinkTokens } from "./auth/links/link-tokens.ts";
import { createCalendarLinks } from "./calendar/calendar-links.ts";
import { commandLine } from "./commands/command-line.ts";
import { readSecret } from "./auth/secret.ts";
import { reasonOf } from "./database/data-dir.ts";
import type { Database } from "./database/database.ts";
import type { DemoRules } from "./demo/demo-rules.ts";
import { migrate } from "./database/migrate.ts";
import { databaseFailure } from "./database/start-failures.ts";
import { lockForServer } from "./database/sqlite/server-lock.ts";
import type { Settings } from "./env.ts";
import { StartError } from "./errors.ts";
import {
  CONNECTION_LIMITS,
  type ConnectionLimits,
  limitConnections,
  serverOptionsOf,
} from "./http/connection-limits.ts";
import { guardEarlyAnswers, refuseUnreadable } from "./http/early-answers.ts";
import { type OpenConnections, watchConnections } from "./http/open-connections.ts";
import { inTurns } from "./http/request-turns.ts";
import { guardHeaders } from "./http/security-headers.ts";
import { createPush } from "./notifications/push/push.ts";
import type { PushReach } from "./notifications/push/push-request.ts";
import { deriveVapidKeys, vapidContact } from "./notifications/push/vapid-keys.ts";
import { forgetEndpoint } from "./notifications/push/write-subscriptions.ts";
import { createAsking } from "./notifications/requests/asking-effects.ts";
import { createMessageHandlers } from "./notifications/job-handlers.ts";
import { createJobs, type Jobs } from "./jobs/jobs.ts";
import { createMailer, type Mailer } from "./mail/mailer.ts";
import type { Metrics } from "./metrics/metrics.ts";
import { markRefused } from "./mail/write-refused-address.ts";
import { sweepMailTally } from "./mail/write-mail-tally.ts";
import { createPeerOwners, type PeerOwners } from "./peer/peer-owner.ts";
import { createAnswerLinks } from "./planning/links/answer-links.ts";
import { createLiveChanges, type LiveChanges } from "./planning/live/live-changes.ts";
import { createAcceptChange } from "./planning/accept-change.ts";
import { planAllReminders } from "./planning/reminders/write-reminder-plan.ts";
import { shareFromStart } from "./planning/sharing/share-planning.ts";
import { createPersonWrite } from "./users/write-profile.ts";
import { createSharedPlanning } from "./planning/shared-planning.ts";
import { sweepPlanning } from "./planning/trash/sweep-planning.ts";
import { sweepFiles } from "./sweep-files.ts";

interface ServerDependencies {
  readonly settings: Settings;
  readonly logger: Logger;
  readonly webRoot: string;
  /** Renders the first screens of the built page; left out, browsers draw them. */
  readonly renderPage?: RenderPage;
  readonly version: string;
  readonly openDatabase: (settings: Settings) => Promise<Database>;
  readonly clock?: () => Date;
  /** Milliseconds between two heartbeats of a stream. */
  readonly beatMs?: number;
  readonly connectionLimits?: ConnectionLimits;
  readonly peers?: PeerOwners;
  /** Where push services may be; tests have their own. */
  readonly pushReach?: PushReach;
  /** Left out but for a demo. */
  readonly demo?: DemoRules;
}

export interface RunningServer {
  /** The public origin: the setting, or localhost. */
  readonly baseUrl: string;
  /** The address on which it listens. */
  readonly url: string;
  readonly app: Hono<AppEnv>;
  /** Looks for what is due. */
  readonly wake: () => void;
  /** Has every open page read everything again, after all data were replaced. */
  readonly reloadPages: () => Promise<void>;
  /**
   * Accepts no more requests, finishes those in flight and their mails, and closes the database. Then the process can
   * end.
   */
  readonly stop: () => Promise<void>;
}

/** Requests still in flight after this are aborted. Mails and database have two more seconds, then the process ends. */
const GRACE_MS = 6000;
const SWEEP_INTERVAL_MS = 60 * 60 * 1000;

/** Starts to listen. @throws StartError when the port is in use or not permitted */
async function listen(server: Server, { host, port }: Settings): Promise<number> {
  const listening = Promise.withResolvers<void>();
  server.once("error", listening.reject);
  server.listen({ host, port }, listening.resolve);
  try {
    await listening.promise;
  } catch (error) {
    const reason = reasonOf(error);
    const problem = reason === "EADDRINUSE" ? portTaken(port, host) : portUnusable(port, host, reason);
    throw new StartError(problem, { cause: error });
  }
  return (server.address() as AddressInfo).port;
}

interface Built {
  readonly app: Hono<AppEnv>;
  readonly live: LiveChanges;
  readonly jobs: Jobs;
  readonly mailer: Mailer;
  readonly reloadPages: () => Promise<void>;
  /** Deletes expired sessions and links, old trash, jobs that nobody did in time, and leftover files. */
  readonly sweep: () => Promise<void>;
}

/** Logs at the start that the built-in admin is on, and warns if nobody can use it on this system. */
async function announceDefaultAdmin({ defaultAdmin }: Settings, peers: PeerOwners, logger: Logger): Promise<void> {
  const { isOn, isChosen, email } = defaultAdmin;
  if (!isOn) return;
  logger.warn({ email }, "the built-in default admin is on");
  if (isChosen || (await peers.isSupported())) return;
  logger.warn(
    "this system does not say who connects, so nobody is let in as the built-in default admin: " +
      `make an admin by ${commandLine("admin", "EMAIL")}, or set DEFAULT_ADMIN=on`,
  );
}

interface MetricsParts extends Pick<ServerDependencies, "settings" | "logger" | "version"> {
  readonly database: Database;
  readonly live: LiveChanges;
  readonly clock: () => Date;
}

/** Loaded only where somebody wants to read them. */
async function openMetrics({ settings, live, ...parts }: MetricsParts): Promise<Metrics | null> {
  const { metricsToken, dataDir } = settings;
  if (metricsToken === null) return null;
  const { createMetrics } = await import("./metrics/metrics.ts");
  return createMetrics({ ...parts, dataDir, liveConnections: live.count });
}

async function build(dependencies: ServerDependencies, database: Database, baseUrl: string): Promise<Built> {
  const { settings, logger, webRoot, version } = dependencies;
  const { clock = () => new Date(), beatMs = BEAT_EVERY_MS, peers = createPeerOwners() } = dependencies;
  const { pushReach, demo, renderPage } = dependencies;
  const { weakSettings } = database;
  if (weakSettings.length > 0) logger.warn({ weakSettings }, "a power cut may take what this database acknowledged");
  await migrate(database);
  database.limitWaits();
  const secret = await readSecret(settings);
  const zone = timeZoneNamed(settings.timeZone);
  const asking = createAsking(zone);
  const planning = createSharedPlanning({ database, timeZone: settings.timeZone, clock });
  const accept = createAcceptChange(planning, asking);
  // Jobs lock the planning before anything else, as all writers do that add jobs.
  const jobs = createJobs({ database, logger, clock, transact: planning.write });
  planning.onJobs(jobs.advance);
  const onRefused = (address: string) => markRefused(database, address, clock());
  const mailer = createMailer({ settings, database, secret, jobs, logger, clock, onRefused });
  const writePerson = createPersonWrite(planning);
  const auth = createAuth({
    settings,
    baseUrl,
    database,
    secret,
    mailer,
    writePerson,
    clock,
    isOpenAccount: demo?.isOpenAccount,
  });
  await auth.defaultAdmin.enforce();
  await announceDefaultAdmin(settings, peers, logger);
  if (settings.isSharedFromStart) await shareFromStart(planning);
  const sweep = async () => {
    await auth.sweep();
    await sweepPlanning(planning);
    await jobs.sweep();
    await sweepMailTally(database, clock());
    await database.forgetDeleted();
    await sweepFiles(settings.dataDir, clock());
  };
  await sweep();
  await planAllReminders(planning);
  // From here on nothing fails: a timer would keep a process running that serves nobody.
  const live = createLiveChanges({ planning, logger, beatMs, areAccountsShared: demo !== undefined });
  const calendarLinks = createCalendarLinks({ database, secret, baseUrl, clock });
  const vapid = deriveVapidKeys(secret);
  const linkTokens = createLinkTokens(secret);
  const answerLinks = createAnswerLinks({
    planning,
    accept,
    linkTokens,
    timeZone: settings.timeZone,
    isUsable: (person) => !person.isBuiltIn || auth.defaultAdmin.hasRights(person),
  });
  const metrics = await openMetrics({ ...dependencies, database, live, clock });
  const parts = {
    metrics,
    database,
    auth,
    planning,
    accept,
    live,
    asking,
    calendarLinks,
    linkTokens,
    answerLinks,
    peers,
  };
  const app = createApp({
    settings,
    baseUrl,
    ...parts,
    demo,
    pushKey: vapid.publicKey,
    logger,
    webRoot,
    renderPage,
    version,
    clock,
  });
  const push = createPush({
    vapid,
    contact: vapidContact(baseUrl, settings.mailFrom),
    clock,
    forget: (endpoint) => forgetEndpoint(database, endpoint),
    ...(pushReach !== undefined && { reach: pushReach }),
  });
  const telling = { planning, asking, mailer, push, linkTokens, zone, baseUrl };
  jobs.start({ mail: mailer.handler, ...createMessageHandlers(telling) });
  const reloadPages = () => planning.write((writing) => writing.log({ change: null, groupId: null }));
  return { app, live, jobs, mailer, reloadPages, sweep };
}

function sweepHourly(sweep: () => Promise<void>, logger: Logger): NodeJS.Timeout {
  return setInterval(() => {
    sweep().catch((error: unknown) => logger.error({ error: String(error) }, "sweeping failed"));
  }, SWEEP_INTERVAL_MS);
}

/** Opens the database. On SQLite also locks it for this server. */
async function openAlone(openDatabase: ServerDependencies["openDatabase"], settings: Settings): Promise<Database> {
  // The lock comes first, because opening the database may write.
  const release = await lockForServer(settings);
  try {
    const database = await openDatabase(settings);
    return { ...database, close: () => database.close().finally(release) };
  } catch (error) {
    release();
    throw error;
  }
}

interface Listening {
  readonly server: Server;
  readonly connections: OpenConnections;
  readonly port: number;
}

/** Starts answering on a server that already listens. */
async function serve(
  { server, connections, port }: Listening,
  dependencies: ServerDependencies,
): Promise<RunningServer> {
  const { settings, logger, openDatabase } = dependencies;
  const ready = Promise.withResolvers<ReturnType<typeof getRequestListener>>();
  // Requests that arrive during migrations are answered afterwards.
  server.on(
    "request",
    inTurns((request, response) => void ready.promise.then((answer) => answer(request, response))),
  );
  const database = await openAlone(openDatabase, settings);
  try {
    const url = `http://localhost:${port}`;
    const baseUrl = settings.baseUrl ?? url;
    const { app, live, jobs, mailer, reloadPages, sweep } = await build(dependencies, database, baseUrl);
    const early = { headers: guardHeaders({ ...settings, origin: baseUrl }), logger };
    const errorHandler = (error: unknown) => refuseUnreadable(error, early);
    // Node discards unread bodies by itself. The library would close the connection after half a second.
    ready.resolve(getRequestListener(app.fetch, { errorHandler, autoCleanupIncoming: false }));
    const sweeping = sweepHourly(sweep, logger);
    const stop = async () => {
      clearInterval(sweeping);
      await Promise.all([live.close(), connections.close(GRACE_MS)]);
      await jobs.close(mailer.close);
      await database.close();
    };
    let stopped: Promise<void> | undefined;
    return { baseUrl, url, app, wake: jobs.wake, reloadPages, stop: () => (stopped ??= stop()) };
  } catch (error) {
    await database.close();
    throw databaseFailure(database, error);
  }
}

/** Takes the port first, so that starting twice by mistake harms nothing; then opens the database; then answers. */
export async function startServer(dependencies: ServerDependencies): Promise<RunningServer> {
  const { connectionLimits = CONNECTION_LIMITS, settings, logger } = dependencies;
  const server = createServer(serverOptionsOf(connectionLimits));
  const connections = watchConnections(server);
  limitConnections(server, connectionLimits, settings.trustedProxies);
  guardEarlyAnswers(server, { headers: guardHeaders({ ...settings, origin: settings.baseUrl ?? "" }), logger });
  const port = await listen(server, settings);
  try {
    return await serve({ server, connections, port }, dependencies);
  } catch (error) {
    server.close();
    server.closeAllConnections();
    throw error;
  }
}
