import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { join } from "node:path";

/**
 * Namespaces that give a proxy its own network and some own folders, like a machine of its own: all ports are free, and
 * nobody else calls.
 */
export interface OwnMachine {
  /** Put in front of a command, these words run it on the machine. It ends with this process at the latest. */
  readonly enter: readonly string[];
  /** The Unix socket that leads to a port of the machine, with one of `VISITORS` as the client's address. */
  readonly socketTo: (port: 80 | 443, visitor?: string) => string;
  /** Starts a program there. */
  readonly run: (words: readonly string[], settings?: Readonly<Record<string, string>>) => MachineProgram;
  readonly stop: () => Promise<void>;
}

export interface MachineProgram {
  /** Everything that it has written so far. */
  readonly output: () => string;
  /** Resolves once it has written this. @throws Error with its output when it ends before */
  readonly wrote: (text: string) => Promise<void>;
  /** Waits for its end. @returns the exit code */
  readonly ended: Promise<number | null>;
  readonly stop: () => Promise<number | null>;
}

/** Addresses from which visitors come. The proxy itself calls Diapason from 127.0.0.1. */
export const VISITORS = ["127.0.0.2", "127.0.0.3"] as const;

/** Makes a program end together with the process that started it, even if that is killed. */
const END_WITH_US = ["setpriv", "--pdeathsig=TERM"] as const;
const VISITOR_SOCKETS = join(import.meta.dirname, "visitor-sockets.ts");

/** Arguments: pairs of folders to mount (source, target), `--`, the command. */
const PREPARE = `
  ip link set lo up
  while [ "$1" != -- ]; do
    mount --bind "$1" "$2"
    shift 2
  done
  shift
  exec "$@"
`;

function track(child: ChildProcess): MachineProgram {
  let written = "";
  let grew = Promise.withResolvers<void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk) => {
      written += String(chunk);
      grew.resolve();
      grew = Promise.withResolvers();
    });
  }
  const ended = once(child, "close").then(() => child.exitCode);
  async function wrote(text: string): Promise<void> {
    while (!written.includes(text)) {
      const next = await Promise.race([grew.promise.then(() => "more"), ended.then(() => "end")]);
      if (next === "end" && !written.includes(text))
        throw new Error(`It ended before it wrote « ${text} »:\n${written}`);
    }
  }
  return {
    output: () => written,
    wrote,
    ended,
    stop() {
      child.kill("SIGTERM");
      return ended;
    },
  };
}

/**
 * @param folder for the sockets
 * @param replaced folders that stand in place of the machine's own, by their path there
 */
export async function startOwnMachine(
  folder: string,
  replaced: Readonly<Record<string, string>> = {},
): Promise<OwnMachine> {
  const sockets = join(folder, "sockets");
  mkdirSync(sockets);
  const mounts = Object.entries(replaced).flatMap(([path, own]) => [own, path]);
  const command = [process.execPath, VISITOR_SOCKETS, sockets, ...VISITORS];
  const prepared = ["unshare", "--net", "--mount", "sh", "-euc", PREPARE, "sh", ...mounts, "--", ...command];
  const [first, ...options] = END_WITH_US;
  const child = spawn(first, [...options, ...prepared]);
  const keeper = track(child);
  await keeper.wrote("open\n");
  const enter = [...END_WITH_US, "nsenter", `--target=${child.pid}`, "--net", "--mount"];
  return {
    enter,
    socketTo: (port, visitor = VISITORS[0]) => join(sockets, `${visitor}-${port}`),
    run(words, settings = {}) {
      const [program = "", ...rest] = [...enter, ...words];
      return track(spawn(program, rest, { env: { PATH: process.env["PATH"], ...settings } }));
    },
    async stop() {
      await keeper.stop();
    },
  };
}
