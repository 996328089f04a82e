import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import pino from "pino";
import { memoryFolder } from "../process/memory-folder.ts";
import { startTestSmtpServer, type TestSmtpServer } from "../server/test-smtp-server.ts";
import type * as entry from "./server-entry.ts";
import type { RunningProduct } from "./start-in-worker.ts";

const ROOT = join(import.meta.dirname, "../../..");

interface SpacesInWorker extends RunningProduct {
  readonly smtp: TestSmtpServer;
}

/** Starts the built server of many spaces in the process of the test, with a mail server of its own. */
export async function startSpacesInWorker(settings: Record<string, string> = {}): Promise<SpacesInWorker> {
  const { createPageRenderer, readSettings, startSpaces } = (await import(
    join(process.env["SERVER_IN_TESTS"] ?? "", "server.js")
  )) as typeof entry;
  const smtp = await startTestSmtpServer();
  const dataDir = await mkdtemp(join(memoryFolder(), "diapason-"));
  const own = { PORT: "0", DATA_DIR: dataDir, SPACES: "on", MAIL_URL: `smtp://127.0.0.1:${smtp.port}` };
  const read = readSettings({ ...own, ...settings });
  if (read.problems !== undefined) throw new Error(read.problems.join("\n"));
  const { url, stop } = await startSpaces({
    settings: read.settings,
    logger: pino({ level: "silent" }),
    webRoot: join(ROOT, "dist/client"),
    renderPage: createPageRenderer(join(ROOT, "dist/server/rendering/render-page.js")),
    version: "1.2.3",
  });
  return {
    url,
    dataDir,
    smtp,
    async stop() {
      await stop();
      await smtp.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
