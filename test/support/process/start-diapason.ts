import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..");
const READY = /^Diapason is ready: (\S+)$/m;
const START_MS = 20_000;

/** A running product that a test owns. */
export type Diapason = {
  url: string;
  dataDir: string;
  pid: number;
  /** The exit code, once it has ended. */
  ended: Promise<number | null>;
  /** Everything it has written so far. */
  output: () => string;
  /** Sends the signal, waits for the end of the process, removes its data folder; the exit code. */
  stop: (signal?: NodeJS.Signals) => Promise<number | null>;
};

const [startVariables, startWords] = readStartScript();
/** The built server itself, as `npm start` leaves its place to it. */
export const SERVER: readonly string[] = [process.execPath, ...startWords];

/** What `npm start` sets for the server, and the server's own words. */
function readStartScript(): [Record<string, string>, string[]] {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { scripts: { start: string } };
  const [, set = "", rest = ""] = /((?:\w+=\w+ )*)exec node (.*)$/.exec(scripts.start) ?? [];
  const pairs = set.split(" ").map((pair) => pair.split("=") as [string, string]);
  return [Object.fromEntries(pairs), rest.split(" ").map((word) => (word.startsWith("-") ? word : join(ROOT, word)))];
}

const npm = process.env["npm_execpath"];
/** npm as a person types it, in the project; `npm test` tells which npm that was. */
export const NPM: readonly string[] = [...(npm ? [process.execPath, npm] : ["npm"]), "--prefix", ROOT];

/**
 * Starts the built product on a free port with an empty data folder, and waits for the line that says its address.
 * The settings go on top of the defaults. Throws with what it wrote when it ends instead.
 */
export async function startDiapason(settings: Record<string, string> = {}, command = SERVER): Promise<Diapason> {
  const dataDir = await mkdtemp(join(tmpdir(), "diapason-"));
  const [program = "", ...words] = command;
  const child = spawn(program, words, {
    cwd: dataDir, // where no .env of the developer's lies
    env: { ...machineEnvironment(), ...startVariables, PORT: "0", DATA_DIR: dataDir, ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let written = "";
  let isReady = false;
  const ended = once(child, "close").then(() => child.exitCode);
  const ready = Promise.withResolvers<string>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      written += String(chunk);
      if (isReady) return;
      const url = READY.exec(written)?.[1];
      isReady = url !== undefined;
      if (url !== undefined) ready.resolve(url);
    });
  }
  const giveUp = setTimeout(() => child.kill("SIGKILL"), START_MS);
  const url = await Promise.race([ready.promise, ended.then(() => null)]);
  clearTimeout(giveUp);

  const stop = async (signal: NodeJS.Signals = "SIGTERM") => {
    child.kill(signal);
    const code = await ended;
    await rm(dataDir, { recursive: true, force: true });
    return code;
  };
  if (url === null || child.pid === undefined) {
    await stop();
    throw new StartFailure(child.exitCode, written);
  }
  return { url, dataDir, pid: child.pid, ended, output: () => written, stop };
}

/** What a program needs to run on this machine, without the settings of whoever runs the tests, or the runner's own. */
function machineEnvironment(): Record<string, string | undefined> {
  const { PATH, HOME, TMPDIR, TZ, NODE_V8_COVERAGE } = process.env;
  const npmSettings = Object.entries(process.env).filter(([name]) => name.startsWith("npm_config_"));
  return { PATH, HOME, TMPDIR, TZ, NODE_V8_COVERAGE, ...Object.fromEntries(npmSettings) };
}

/** It ended without ever being ready. */
export class StartFailure extends Error {
  readonly exitCode: number | null;
  readonly output: string;

  constructor(exitCode: number | null, output: string) {
    super(`Diapason ended with exit code ${exitCode} instead of starting:\n${output}`);
    this.exitCode = exitCode;
    this.output = output;
  }
}
