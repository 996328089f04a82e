import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { inject } from "vitest";
import { compiledCodeVariable } from "../process/compiled-code.ts";

/** The line that a server prints once it answers. */
const READY = /Diapason est prêt\s: (\S+)/;

/** Settings of a server in which many people sign up: each hash at full cost takes as long as ten calls. */
export const HASH_CHEAPLY = {
  NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, "../process/hash-cheaply.ts")).href}`,
};

export interface TestProcess {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly errors: () => string;
  /** Resolves with the printed address. @throws Error when the process ends first */
  readonly ready: () => Promise<string>;
  /** Resolves with the exit code when the process ends; `null` after a signal. */
  readonly end: () => Promise<number | null>;
}

/**
 * Runs a script of src/server, from the build of test-build.ts, in a new Node process. Its environment is `PATH`, the
 * cache of compiled code, `PORT=0` and these settings.
 * @param stdin its standard input
 */
export function runScript(
  name: string,
  settings: Record<string, string>,
  args: readonly string[] = [],
  stdin?: string,
): TestProcess {
  const script = join(inject("serverFolder"), name.replace(/ts$/, "js"));
  return runCommand([process.execPath, script, ...args], settings, stdin);
}

export function runCommand(
  [command = "", ...args]: readonly string[],
  settings: Record<string, string>,
  stdin = "",
): TestProcess {
  const child = spawn(command, args, {
    cwd: settings["CWD"] ?? join(import.meta.dirname, "../../.."),
    env: { PATH: process.env["PATH"], ...compiledCodeVariable(), PORT: "0", ...settings },
    stdio: ["pipe", "pipe", "pipe"],
  });
  // A program that reads nothing may have ended already.
  child.stdin.on("error", () => undefined).end(stdin);
  // A test that fails halfway leaves no process behind.
  const killLeftOver = () => void child.kill("SIGKILL");
  process.once("exit", killLeftOver);
  child.once("close", () => process.off("exit", killLeftOver));
  const written = { output: "", errors: "" };
  const grew = Promise.withResolvers<string>();
  child.stdout.on("data", (chunk: Buffer) => {
    written.output += chunk.toString();
    const [, url] = READY.exec(written.output) ?? [];
    if (url !== undefined) grew.resolve(url);
  });
  child.stderr.on("data", (chunk: Buffer) => (written.errors += chunk.toString()));
  const closed = once(child, "close");
  return {
    child,
    output: () => written.output,
    errors: () => written.errors,
    ready: () =>
      Promise.race([
        grew.promise,
        closed.then(() => {
          throw new Error(`It ended before it answered:\n${written.errors}`);
        }),
      ]),
    async end() {
      await closed;
      return child.exitCode;
    },
  };
}
