import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const SERVER = join(import.meta.dirname, "../dist/server/main.js");
const START_MS = 15_000;

/** A running product that a test owns. */
export type Diapason = {
  url: string;
  dataDir: string;
  pid: number;
  /** Everything it has written so far. */
  output: () => string;
  /** SIGTERM, and the end of the process; its data folder goes too. Resolves with the exit code. */
  stop: () => Promise<number | null>;
};

/** Starts the built server on a free port with an empty data folder; the settings go on top of the defaults. */
export async function startDiapason(settings: Record<string, string> = {}): Promise<Diapason> {
  const dataDir = await mkdtemp(join(tmpdir(), "diapason-"));
  const port = await freePort();
  const child = spawn(process.execPath, [SERVER], {
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let written = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (written += String(chunk)));
  const ended = once(child, "exit");

  const url = `http://localhost:${port}`;
  await Promise.race([waitForAnswer(`${url}/api/health`), ended]);
  if (child.pid === undefined || child.exitCode !== null) throw new Error(`The server did not start:\n${written}`);
  return {
    url,
    dataDir,
    pid: child.pid,
    output: () => written,
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
      await rm(dataDir, { recursive: true, force: true });
      return child.exitCode;
    },
  };
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

/** Asks until the address answers well; nothing else says that a server in another process is ready. */
export async function waitForAnswer(url: string, deadline = Date.now() + START_MS): Promise<void> {
  for (;;) {
    const isWell = await fetch(url).then(
      (response) => response.ok,
      () => false,
    );
    if (isWell) return;
    if (Date.now() > deadline) throw new Error(`${url} did not answer within ${START_MS} ms`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
