import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compiledCodeVariable } from "./compiled-code.ts";

const ROOT = join(import.meta.dirname, "../../..");
const READY = /^Diapason est prêt\s: (\S+)$/m;
const START_MS = 20_000;

/** A running server of the built product, owned by a test. */
export type Diapason = {
  url: string;
  dataDir: string;
  pid: number;
  /** Resolves with the exit code when the process ends; `null` after a signal. */
  ended: Promise<number | null>;
  /** Everything that it has written so far, standard error included. */
  output: () => string;
  /** Sends the signal, waits for the end of the process, and removes its data folder. @returns the exit code */
  stop: (signal?: NodeJS.Signals) => Promise<number | null>;
};

const [startVariables, startArguments] = readStartScript();
/** The command of the built server, which `npm start` runs in the end. */
export const SERVER: readonly string[] = [process.execPath, ...startArguments];

/** The environment variables and the arguments that `npm start` gives the server, from package.json. */
function readStartScript(): [Record<string, string>, string[]] {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { scripts: { start: string } };
  const [, set = "", rest = ""] = /((?:\w+=\w+ )*)exec node (.*)$/.exec(scripts.start) ?? [];
  const pairs = set.split(" ").map((pair) => pair.split("=") as [string, string]);
  return [Object.fromEntries(pairs), rest.split(" ").map((word) => (word.startsWith("-") ? word : join(ROOT, word)))];
}

const npm = process.env["npm_execpath"];
/** The command of npm in this project. `npm test` passes the path of the running npm in `npm_execpath`. */
export const NPM: readonly string[] = [...(npm ? [process.execPath, npm] : ["npm"]), "--prefix", ROOT];

/**
 * Starts the built product on a free port with an empty data folder, and waits for the line with its address.
 * @param settings override the defaults
 * @param parentFolder the folder in which the data folder is created
 * @throws StartFailure with its output when it ends instead, or is not ready within `START_MS`
 */
export async function startDiapason(
  settings: Record<string, string> = {},
  command = SERVER,
  parentFolder = tmpdir(),
): Promise<Diapason> {
  const dataDir = await mkdtemp(join(parentFolder, "diapason-"));
  const [program = "", ...args] = command;
  const child = spawn(program, args, {
    cwd: dataDir, // a folder without the developer's .env
    env: {
      ...machineEnvironment(),
      ...compiledCodeVariable(),
      ...startVariables,
      PORT: "0",
      DATA_DIR: dataDir,
      ...settings,
    },
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

/** The environment variables that a program needs, without settings of the developer or of the test runner. */
function machineEnvironment(): Record<string, string | undefined> {
  const { PATH, HOME, TMPDIR, TZ, NODE_V8_COVERAGE } = process.env;
  const npmSettings = Object.entries(process.env).filter(([name]) => name.startsWith("npm_config_"));
  return { PATH, HOME, TMPDIR, TZ, NODE_V8_COVERAGE, ...Object.fromEntries(npmSettings) };
}

/** The product ended before it was ready. */
export class StartFailure extends Error {
  readonly exitCode: number | null;
  readonly output: string;

  constructor(exitCode: number | null, output: string) {
    super(`Diapason ended with exit code ${exitCode} instead of starting:\n${output}`);
    this.exitCode = exitCode;
    this.output = output;
  }
}
