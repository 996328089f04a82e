import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";
import type { Logger } from "pino";
import { BEAT_EVERY_MS } from "#contract/planning-change.ts";
import { createApp } from "./app.ts";
import { createAuth } from "./auth/auth.ts";
import type { AppEnv } from "./auth/request-context.ts";
import { readSecret } from "./auth/secret.ts";
import { reasonOf } from "./database/data-dir.ts";
import type { Database, DatabaseFailure } from "./database/database.ts";
import { migrate } from "./database/migrate.ts";
import type { Settings } from "./env.ts";
import { StartError } from "./errors.ts";
import {
  CONNECTION_LIMITS,
  type ConnectionLimits,
  limitConnections,
  serverOptionsOf,
} from "./http/connection-limits.ts";
import { guardEarlyAnswers, refuseUnreadable } from "./http/early-answers.ts";
import { guardHeaders } from "./http/security-headers.ts";
import { createMailer, type Mailer } from "./mail/mailer.ts";
import { createLiveChanges, type LiveChanges } from "./planning/live-changes.ts";
import { shareFromStart } from "./planning/share-planning.ts";
import { createSharedPlanning } from "./planning/shared-planning.ts";
import { sweepPlanning } from "./planning/sweep-planning.ts";

interface ServerDependencies {
  readonly settings: Settings;
  readonly logger: Logger;
  readonly webRoot: string;
  readonly version: string;
  readonly openDatabase: (settings: Settings) => Promise<Database>;
  readonly clock?: () => Date;
  /** Milliseconds between two beats of a stream. */
  readonly beatMs?: number;
  readonly connectionLimits?: ConnectionLimits;
}

export interface RunningServer {
  /** Where people reach it: the setting, or this machine's own name. */
  readonly baseUrl: string;
  /** Where it listens. */
  readonly url: string;
  readonly app: Hono<AppEnv>;
  /** Takes no more requests, finishes those in flight and their mails, closes the database: the process can end. */
  readonly stop: () => Promise<void>;
}

/** What is still in flight after this is cut off: supervisors send SIGKILL after ten seconds. */
const GRACE_MS = 8000;
/** How soon a kept-alive connection is closed after its last answer. */
const IDLE_CHECK_MS = 20;
const SWEEP_INTERVAL_MS = 60 * 60 * 1000;

/** Takes the port. @throws StartError when it is taken or not ours to take */
async function listen(server: Server, { host, port }: Settings): Promise<number> {
  const listening = Promise.withResolvers<void>();
  server.once("error", listening.reject);
  server.listen({ host, port }, listening.resolve);
  try {
    await listening.promise;
  } catch (error) {
    const reason = reasonOf(error);
    const problem = reason === "EADDRINUSE" ? "is already taken" : `cannot be used (${reason})`;
    throw new StartError(`Port ${port} of ${host} ${problem}`, { cause: error });
  }
  return (server.address() as AddressInfo).port;
}

/** Takes no more connections, and lets go of each as soon as its answer is out. */
async function closeServer(server: Server): Promise<void> {
  const closed = Promise.withResolvers<void>();
  server.close(() => closed.resolve());
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
  const deadline = setTimeout(() => server.closeAllConnections(), GRACE_MS);
  await closed.promise;
  clearInterval(idle);
  clearTimeout(deadline);
}

/** What the operator reads when the database fails while it is brought up to date. */
const START_FAILURES: Readonly<Record<DatabaseFailure, string>> = {
  unavailable: "The database went away during the start",
  disk_full: "The disk of the database is full: make room, then start again",
};

interface Built {
  readonly app: Hono<AppEnv>;
  readonly live: LiveChanges;
  readonly mailer: Mailer;
  /** Takes away what is over: sessions, links, what was deleted long ago. */
  readonly sweep: () => Promise<void>;
}

async function build(
  { settings, logger, webRoot, version, clock = () => new Date(), beatMs = BEAT_EVERY_MS }: ServerDependencies,
  database: Database,
  baseUrl: string,
): Promise<Built> {
  const { weakSettings } = database;
  if (weakSettings.length > 0) logger.warn({ weakSettings }, "a power cut may take what this database acknowledged");
  await migrate(database);
  const secret = await readSecret(settings);
  const mailer = createMailer({ settings, database, secret, logger, clock });
  const auth = createAuth({ settings, baseUrl, database, secret, mailer, clock });
  await auth.defaultAdmin.enforce();
  const { isOn, email } = settings.defaultAdmin;
  if (isOn) logger.warn({ email }, "the built-in default admin is on");
  const planning = createSharedPlanning({ database, timeZone: settings.timeZone, clock });
  if (settings.isSharedFromStart) await shareFromStart(planning);
  const sweep = async () => {
    await auth.sweep();
    await sweepPlanning(planning);
  };
  await sweep();
  const live = createLiveChanges({ planning, logger, beatMs });
  const app = createApp({ settings, baseUrl, database, auth, planning, live, logger, webRoot, version, clock });
  return { app, live, mailer, sweep };
}

function sweepHourly(sweep: () => Promise<void>, logger: Logger): NodeJS.Timeout {
  return setInterval(() => {
    sweep().catch((error: unknown) => logger.error({ error: String(error) }, "sweeping failed"));
  }, SWEEP_INTERVAL_MS);
}

/** Answers on a server that listens already. */
async function serve(server: Server, port: number, dependencies: ServerDependencies): Promise<RunningServer> {
  const { settings, logger, openDatabase } = dependencies;
  const ready = Promise.withResolvers<ReturnType<typeof getRequestListener>>();
  // Who comes while the database is still being brought up to date is answered after that.
  server.on("request", (request, response) => void ready.promise.then((answer) => answer(request, response)));
  const database = await openDatabase(settings);
  try {
    const url = `http://localhost:${port}`;
    const baseUrl = settings.baseUrl ?? url;
    const { app, live, mailer, sweep } = await build(dependencies, database, baseUrl);
    const early = { headers: guardHeaders(baseUrl), logger };
    const errorHandler = (error: unknown) => refuseUnreadable(error, early);
    // Node itself lets go of a body that nobody read; the library would cut the connection after half a second.
    ready.resolve(getRequestListener(app.fetch, { errorHandler, autoCleanupIncoming: false }));
    const sweeping = sweepHourly(sweep, logger);
    const stop = async () => {
      clearInterval(sweeping);
      await Promise.all([live.close(), closeServer(server)]);
      await mailer.close();
      await database.close();
    };
    let stopped: Promise<void> | undefined;
    return { baseUrl, url, app, stop: () => (stopped ??= stop()) };
  } catch (error) {
    await database.close();
    const failure = database.failureOf(error);
    throw failure === null ? error : new StartError(START_FAILURES[failure], { cause: error });
  }
}

/** Starts with the port, so that a second start by mistake harms nothing; then the database; then answers. */
export async function startServer(dependencies: ServerDependencies): Promise<RunningServer> {
  const { connectionLimits = CONNECTION_LIMITS, settings, logger } = dependencies;
  const server = createServer(serverOptionsOf(connectionLimits));
  limitConnections(server, connectionLimits, settings.trustedProxies);
  guardEarlyAnswers(server, { headers: guardHeaders(settings.baseUrl ?? ""), logger });
  const port = await listen(server, settings);
  try {
    return await serve(server, port, dependencies);
  } catch (error) {
    server.close();
    server.closeAllConnections();
    throw error;
  }
}
