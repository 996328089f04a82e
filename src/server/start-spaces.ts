import { existsSync } from "node:fs";
import { planningInDatabase, planningInTheWay } from "#text/commands/start-lines.ts";
import { readSecret } from "./auth/secret.ts";
import { commandLine } from "./commands/command-line.ts";
import type { BackupPlace } from "./daily-backup.ts";
import { openRegisterForServer, type Register } from "./database/register/register.ts";
import { sqlitePath } from "./database/sqlite/sqlite-path.ts";
import { StartError } from "./errors.ts";
import { type Listening, type ServerDependencies, startListening } from "./server.ts";
import { sweepDeleted } from "./spaces/deleted-spaces.ts";
import { openFrontDoor } from "./spaces/door/open-front-door.ts";
import { followRegister } from "./spaces/follow-register.ts";
import { createHostRouter } from "./spaces/host-router.ts";
import { createSpacePool } from "./spaces/space-pool.ts";
import { createOpenSpace } from "./spaces/open-space.ts";
import { createSpaceAlarm } from "./spaces/space-alarm.ts";
import { requireSpacesOn, spaceFolder } from "./spaces/space-settings.ts";
import { logSweepFailure, sweepHourly } from "./sweep-files.ts";

/** The bytes of the response caches of all open spaces together. */
const RESPONSES_BYTES = 128 * 1024 * 1024;
/** A space that was not used for this time needs no further backup: its latest one was made after its last use. */
const BACKED_UP_AFTER_MS = 7 * 24 * 60 * 60_000;

export interface SpacesDependencies extends Omit<ServerDependencies, "openDatabase" | "demo"> {
  /** A space without requests and streams is closed after this time. */
  readonly idleMs?: number;
}

export interface RunningSpaces {
  /** The origin of the front door. */
  readonly baseUrl: string;
  /** The address on which it listens. */
  readonly url: string;
  /** Opens the closed spaces that have a due job, and resolves when no more are due. */
  readonly lookForDue: () => Promise<void>;
  readonly countOpen: () => number;
  /** The spaces that may need a daily backup. */
  readonly findBackupPlaces: () => Promise<readonly BackupPlace[]>;
  readonly stop: () => Promise<void>;
}

function importCommand(): string {
  return commandLine("spaces", "import SLUG FILE");
}

/**
 * Opens what a server of many spaces needs, and handles its requests. `spacePool` opens and closes spaces on demand,
 * `alarm` opens those that have a due job, and `door` serves the front door.
 */
async function serve(
  dependencies: SpacesDependencies,
  { http, url, baseUrl, shared: serverProcess }: Listening,
  register: Register,
): Promise<RunningSpaces> {
  const { settings, logger, idleMs } = dependencies;
  const { clock } = serverProcess;
  const { mostOpen } = requireSpacesOn(settings);
  const secret = await readSecret(settings);
  if (await register.storage.hasPlanning()) throw new StartError(planningInDatabase(importCommand()));
  const { weakSettings } = register.database;
  if (weakSettings.length > 0) logger.warn({ weakSettings }, "a power cut may take what this database acknowledged");
  await register.recover(clock());
  const sweep = () => sweepDeleted(register, settings.dataDir, clock());
  await sweep().catch(logSweepFailure(logger));

  // Nothing after this may fail: the timers would keep a failed process running.
  const shared = { ...serverProcess, responseBytes: RESPONSES_BYTES / mostOpen };
  const openSpace = createOpenSpace(shared, { settings, baseUrl, secret, register });
  // `alarm` is created below, before any space can be closed.
  const onClosed = () => alarm.openDue();
  const spacePool = createSpacePool({ register, openSpace, mostOpen, logger, clock, onClosed, idleMs });
  const alarm = createSpaceAlarm({ register, spacePool, logger, clock });
  const stopFollowing = followRegister(register, { spacePool, alarm, logger, clock });
  const stopSweeping = sweepHourly(sweep, logger);
  const door = openFrontDoor({ settings, baseUrl, secret, register, spacePool, logger, clock });
  http.setHandler(createHostRouter({ ...shared, settings, baseUrl, register, spacePool, door }));
  alarm.openDue();

  async function stop(): Promise<void> {
    alarm.stop();
    await stopSweeping();
    await Promise.all([spacePool.close(http.close), door.close()]);
    await alarm.settled();
    // This connection closes last: as long as it is open, other servers know that this one is running.
    await stopFollowing();
    await register.close();
  }
  let stopped: Promise<void> | undefined;
  return {
    baseUrl,
    url,
    async lookForDue() {
      alarm.openDue();
      await alarm.settled();
    },
    countOpen: spacePool.countOpen,
    async findBackupPlaces() {
      await spacePool.recordUses();
      const used = await register.listUsed(new Date(clock().getTime() - BACKED_UP_AFTER_MS));
      return used.map(({ slug, usedAt }) => ({
        dataDir: spaceFolder(settings.dataDir, slug),
        commandArguments: ["--space", slug],
        usedAt,
      }));
    },
    stop: () => (stopped ??= stop()),
  };
}

/**
 * Starts the server of an installation with many spaces. A space is opened only when it is needed.
 * @throws StartError if the folder or the database belongs to an installation without spaces
 */
export async function startSpaces(dependencies: SpacesDependencies): Promise<RunningSpaces> {
  const { settings } = dependencies;
  const { dataDir, databaseUrl } = settings;
  if (databaseUrl === null && existsSync(sqlitePath(dataDir))) {
    throw new StartError(planningInTheWay(dataDir, importCommand()));
  }
  return startListening(dependencies, async (listening) => {
    const register = await openRegisterForServer(settings);
    try {
      return await serve(dependencies, listening, register);
    } catch (error) {
      await register.close();
      throw error;
    }
  });
}
