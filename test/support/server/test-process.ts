import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** What a server prints once it answers. */
const READY = /Diapason is ready: (\S+)/;

export interface TestProcess {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly errors: () => string;
  /** The address it prints once it answers. @throws Error when it ends before */
  readonly ready: () => Promise<string>;
  /** The exit code, once it has ended by itself or by a signal. */
  readonly end: () => Promise<number | null>;
}

/** Runs a script of this folder in a Node of its own, with these settings on top of nothing but the path. */
export function runScript(name: string, settings: Record<string, string>, words: readonly string[] = []): TestProcess {
  return runCommand([process.execPath, join(import.meta.dirname, name), ...words], settings);
}

export function runCommand([command = "", ...words]: readonly string[], settings: Record<string, string>): TestProcess {
  const child = spawn(command, words, {
    cwd: settings["CWD"] ?? join(import.meta.dirname, "../.."),
    env: { PATH: process.env["PATH"], PORT: "0", ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  // A test that fails half-way leaves nothing running behind it.
  process.once("exit", () => child.kill("SIGKILL"));
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
