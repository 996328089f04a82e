import { readFileSync } from "node:fs";
import { join } from "node:path";
import { keepDailyBackups } from "./daily-backup.ts";
import { openDatabase } from "./database/open-database.ts";
import { loadSettings } from "./env.ts";
import { StartError } from "./errors.ts";
import { createLogger } from "./logger.ts";
import { startServer } from "./server.ts";
import { stopOnSignals } from "./stop-on-signals.ts";

/** This file is two folders below the root, as a source and as a bundle. */
const ROOT = join(import.meta.dirname, "../..");

function readVersion(): string {
  const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { version: string };
  return version;
}

function fail(lines: readonly string[]): void {
  process.stderr.write(`${lines.join("\n")}\n`);
  process.exitCode = 1;
}

async function main(): Promise<void> {
  const { settings, problems } = loadSettings();
  if (problems !== undefined) return fail(problems);
  const logger = createLogger();
  const running = await startServer({
    settings,
    logger,
    webRoot: join(ROOT, "dist/client"),
    version: readVersion(),
    openDatabase,
  });
  const stopBackups = keepDailyBackups(settings, logger);
  stopOnSignals(() => {
    stopBackups();
    return running.stop();
  });
  // Printed last: a reader of this line may send a stop signal at once.
  process.stdout.write(`Diapason is ready: ${running.baseUrl}\n`);
}

try {
  await main();
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  fail([error.message]);
}
