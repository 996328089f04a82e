import type { Hono } from "hono";
import { timeZoneNamed } from "#domain/calendar/time-zone.ts";
import type { AppEnv } from "./api/operation-route.ts";
import { createApp, type ServerProcess } from "./app.ts";
import { createAuth } from "./auth/auth.ts";
import { announceDefaultAdmin } from "./auth/default-admin.ts";
import { createLinkTokens } from "./auth/links/link-tokens.ts";
import { readSecret } from "./auth/secret.ts";
import { createCalendarLinks } from "./calendar/write-calendar-links.ts";
import { commandLine } from "./commands/command-line.ts";
import type { Database } from "./database/database.ts";
import { migrate } from "./database/migrate.ts";
import { databaseFailure } from "./database/start-failures.ts";
import type { DemoRules } from "./demo/demo-rules.ts";
import type { Settings } from "./env.ts";
import { createJobs } from "./jobs/jobs.ts";
import { createMailer } from "./mail/mailer.ts";
import { markRefused, sweepMailTally } from "./mail/write-mail-outcomes.ts";
import { createMessageHandlers } from "./notifications/job-handlers.ts";
import { createAsking } from "./notifications/kinds/requests.ts";
import { sweepMessages } from "./notifications/outcomes/write-outcomes.ts";
import { createPush, deriveVapidKeys, vapidContact } from "./notifications/push/push.ts";
import { forgetEndpoint } from "./notifications/push/write-subscriptions.ts";
import { createMessageQueue } from "./notifications/messages/write-messages.ts";
import { createAcceptChange } from "./planning/accept-change.ts";
import { createLiveChanges } from "./planning/live/live-changes.ts";
import { planAllReminders } from "./planning/reminders/write-reminders.ts";
import { createSharedPlanning } from "./planning/shared-planning.ts";
import { shareFromStart } from "./planning/sharing/share-planning.ts";
import { sweepPlanning } from "./planning/trash/write-trash.ts";
import { sweepFiles, sweepHourly } from "./sweep-files.ts";
import { createPersonWrite } from "./users/write-profile.ts";

interface PlanningOptions {
  readonly settings: Settings;
  /** The public origin. */
  readonly baseUrl: string;
  readonly openDatabase: () => Promise<Database>;
  /** Left out unless this is a demo. */
  readonly demo?: DemoRules | undefined;
  /** Called during `close`, once nothing more is written. The database is still open. */
  readonly onClosing?: (database: Database) => Promise<void>;
}

/** The server of one planning, without a socket. It shares no state with others, so a process may have many. */
export interface OpenPlanning {
  readonly database: Database;
  readonly app: Hono<AppEnv>;
  /** Looks for due jobs now. */
  readonly wake: () => void;
  /** Resolves when no job is running. */
  readonly settled: () => Promise<void>;
  /** Makes every open page reload its data, after all data were replaced. */
  readonly reloadPages: () => Promise<void>;
  /**
   * Ends the streams, waits for `finishRequests`, then finishes the mails and closes the database. `finishRequests`
   * accepts no more requests, and resolves when those in flight are finished.
   */
  readonly close: (finishRequests: () => Promise<void>) => Promise<void>;
}

async function openWith(database: Database, shared: ServerProcess, options: PlanningOptions): Promise<OpenPlanning> {
  const { logger, clock, peers, beatMs, pushReach } = shared;
  const { settings, baseUrl, demo } = options;
  const { weakSettings } = database;
  if (weakSettings.length > 0) logger.warn({ weakSettings }, "a power cut may take what this database acknowledged");
  await migrate(database);
  // After the migrations, which may take long.
  database.limitWaits();

  const secret = await readSecret(settings);
  const zone = timeZoneNamed(settings.timeZone);
  const queueMessages = createMessageQueue(logger);
  const asking = createAsking(zone, queueMessages);
  const planning = createSharedPlanning({
    database,
    limits: settings.spaces?.limits,
    timeZone: settings.timeZone,
    clock,
  });
  const accept = createAcceptChange(planning, asking);
  // Against deadlocks: jobs lock the planning before anything else, as do all writers that add jobs.
  const jobs = createJobs({ database, logger, clock, transact: planning.write });
  planning.onJobs(jobs.advance);
  const onRefused = (address: string) => markRefused(database, address, clock());
  const mailer = createMailer({ settings, database, secret, jobs, logger, clock, onRefused });
  const writePerson = createPersonWrite(planning);
  const isOpenAccount = demo?.isOpenAccount ?? (() => false);
  const auth = createAuth({ settings, baseUrl, database, secret, mailer, writePerson, clock, isOpenAccount });
  await auth.defaultAdmin.enforce();
  await announceDefaultAdmin(settings.defaultAdmin, { peers, logger, adminCommand: commandLine("admin", "EMAIL") });
  if (settings.isSharedFromStart) await shareFromStart(planning);

  async function sweep(): Promise<void> {
    await auth.sweep();
    await sweepPlanning(planning);
    await jobs.sweep();
    await sweepMailTally(database, clock());
    await sweepMessages(database, clock());
    await database.forgetDeleted();
    await sweepFiles(settings.dataDir, clock());
  }
  await sweep();
  await planAllReminders(planning);

  // Nothing after this may fail: the timers would keep a failed process running.
  const live = createLiveChanges({ planning, logger, beatMs, areAccountsShared: demo !== undefined });
  const calendarLinks = createCalendarLinks({ database, secret, baseUrl, clock });
  const vapid = deriveVapidKeys(secret);
  const linkTokens = createLinkTokens(secret);
  const push = createPush({
    vapid,
    contact: vapidContact(baseUrl, settings.mailFrom),
    clock,
    forget: (endpoint) => forgetEndpoint(database, endpoint),
    ...(pushReach !== undefined && { reach: pushReach }),
  });
  const parts = { database, auth, planning, accept, live, asking, calendarLinks, linkTokens };
  const app = createApp({ ...shared, settings, baseUrl, demo, ...parts, pushKey: vapid.publicKey });
  const messages = createMessageHandlers({ ...parts, mailer, push, zone, baseUrl, queueMessages, logger });
  jobs.start({ mail: mailer.handler, ...messages });
  const stopSweeping = sweepHourly(sweep, logger);

  return {
    database,
    app,
    wake: jobs.wake,
    settled: jobs.settled,
    reloadPages: () => planning.write((writing) => writing.log({ change: null, groupId: null })),
    async close(finishRequests) {
      await Promise.all([stopSweeping(), live.close(), finishRequests()]);
      await jobs.close(mailer.close);
      try {
        await options.onClosing?.(database);
      } finally {
        await database.close();
      }
    },
  };
}

/** Opens everything that belongs to one planning. @throws StartError for problems that the operator can fix */
export async function openPlanning(shared: ServerProcess, options: PlanningOptions): Promise<OpenPlanning> {
  const database = await options.openDatabase();
  try {
    return await openWith(database, shared, options);
  } catch (error) {
    await database.close();
    throw databaseFailure(database, error);
  }
}
