import { ready } from "#text/commands/start-lines.ts";
import { PAGE_RENDERER, readVersion, WEB_ROOT } from "./built-product.ts";
import { keepDailyBackups } from "./daily-backup.ts";
import { openDatabase } from "./database/open-database.ts";
import { loadSettings } from "./env.ts";
import { StartError } from "./errors.ts";
import { createLogger } from "./logger.ts";
import type { SpacesDependencies } from "./start-spaces.ts";
import { startServer } from "./server.ts";
import { stopOnSignals } from "./stop-on-signals.ts";
import { createPageRenderer } from "./visit/page-template.ts";

function fail(lines: readonly string[]): void {
  process.stderr.write(`${lines.join("\n")}\n`);
  process.exitCode = 1;
}

/** Loaded only where there are many spaces. */
async function startMany(dependencies: SpacesDependencies) {
  const { startSpaces } = await import("./start-spaces.ts");
  const running = await startSpaces(dependencies);
  return { running, backups: { findPlaces: running.findBackupPlaces } };
}

async function main(): Promise<void> {
  const { settings, problems } = loadSettings();
  if (problems !== undefined) return fail(problems);
  const logger = createLogger();
  const renderPage = createPageRenderer(PAGE_RENDERER);
  const dependencies = { settings, logger, webRoot: WEB_ROOT, renderPage, version: readVersion() };
  const { running, backups } =
    settings.spaces === null
      ? { running: await startServer({ ...dependencies, openDatabase }), backups: {} }
      : await startMany(dependencies);
  const stopBackups = keepDailyBackups(settings, logger, backups);
  stopOnSignals(() => {
    stopBackups();
    return running.stop();
  });
  // Printed last: a reader of this line may send a stop signal at once.
  process.stdout.write(`${ready(running.baseUrl)}\n`);
}

try {
  await main();
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  fail([error.message]);
}
