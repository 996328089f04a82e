import { readFileSync } from "node:fs";
import { join } from "node:path";
import pino, { type Logger } from "pino";
import { ready } from "#text/commands/start-lines.ts";
import { fail, runMain } from "./commands/command-line.ts";
import { loadSettings } from "./env.ts";
import type { RunningServer, ServerDependencies } from "./server.ts";
import { createPageRenderer } from "./visit/page-template.ts";

/** This file is two folders below the root, in the sources and in the built product. */
const ROOT = join(import.meta.dirname, "../..");

function readVersion(): string {
  const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { version: string };
  return version;
}

/** Writes JSON lines on standard output. */
function createLogger(): Logger {
  return pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime });
}

/** Less than ten seconds, after which supervisors send SIGKILL. */
const LONGEST_STOP_MS = 8500;
/**
 * A second signal within this time counts as the same one. A terminal or supervisor sends a signal to the whole process
 * group, and npm forwards it to this process once more.
 */
const SAME_SIGNAL_MS = 500;

/** Ends this process after `stop` on SIGTERM or SIGINT; at once on a second signal, or if `stop` takes too long. */
function stopOnSignals(stop: () => Promise<void>): void {
  let firstSignalAt: number | null = null;

  async function end(): Promise<void> {
    setTimeout(() => process.exit(1), LONGEST_STOP_MS);
    await stop();
    // Something may still be open, such as a connection to a mail server that never answered.
    process.exit();
  }

  function onSignal(): void {
    const now = performance.now();
    if (firstSignalAt !== null) {
      if (now - firstSignalAt > SAME_SIGNAL_MS) process.exit(1);
      return;
    }
    firstSignalAt = now;
    void end();
  }

  process.on("SIGTERM", onSignal);
  process.on("SIGINT", onSignal);
}

/** What `runServer` passes to `start`: settings, log, and the files and version of the built product. */
type Product = Required<Pick<ServerDependencies, "settings" | "logger" | "webRoot" | "renderPage" | "version">>;

/** Runs a server of the built product until a signal stops it. Called by `main.ts`, and by the `main.ts` of the demo. */
export async function runServer(
  start: (product: Product) => Promise<Pick<RunningServer, "baseUrl" | "stop">>,
): Promise<void> {
  await runMain(async () => {
    const { settings, problems } = loadSettings();
    if (problems !== undefined) return fail(problems);
    const { baseUrl, stop } = await start({
      settings,
      logger: createLogger(),
      webRoot: join(ROOT, "dist/client"),
      renderPage: createPageRenderer(join(ROOT, "dist/server/rendering/render-page.js")),
      version: readVersion(),
    });
    stopOnSignals(stop);
    // Printed last: a reader of this line may send a signal at once.
    process.stdout.write(`${ready(baseUrl)}\n`);
  });
}
