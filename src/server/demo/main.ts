import { ready } from "#text/commands/start-lines.ts";
import { PAGE_RENDERER, readVersion, WEB_ROOT } from "../built-product.ts";
import { loadSettings } from "../env.ts";
import { StartError } from "../errors.ts";
import { createLogger } from "../logger.ts";
import { stopOnSignals } from "../stop-on-signals.ts";
import { createPageRenderer } from "../visit/page-template.ts";
import { startDemo } from "./start-demo.ts";

function fail(lines: readonly string[]): void {
  process.stderr.write(`${lines.join("\n")}\n`);
  process.exitCode = 1;
}

/**
 * `npm run demo`: serves an invented team from `DATA_DIR/demo`, for anybody to try. It begins again at each full hour, and
 * at once on SIGUSR2.
 */
async function main(): Promise<void> {
  const { settings, problems } = loadSettings();
  if (problems !== undefined) return fail(problems);
  const demo = await startDemo({
    settings,
    logger: createLogger(),
    webRoot: WEB_ROOT,
    renderPage: createPageRenderer(PAGE_RENDERER),
    version: readVersion(),
  });
  process.on("SIGUSR2", () => void demo.reset());
  stopOnSignals(demo.stop);
  // Printed last: a reader of this line may send a signal at once.
  process.stdout.write(`${ready(demo.baseUrl)}\n`);
}

try {
  await main();
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  fail([error.message]);
}
