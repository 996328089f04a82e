import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { join } from "node:path";

/** A machine of its own for a proxy, as far as network and some folders go: all ports are free, and nobody else calls. */
export interface OwnMachine {
  /** The words that run a command on it, in front of the command. It ends with this process at the latest. */
  readonly enter: readonly string[];
  /** A socket that leads to a port of the machine, as a visitor from one of `VISITORS`. */
  readonly doorTo: (port: 80 | 443, visitor?: string) => string;
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

/** What they run ends with the process that started it, however that ends. */
const END_WITH_US = ["setpriv", "--pdeathsig=TERM"] as const;
const DOOR = join(import.meta.dirname, "door.ts");

/** The folders of `replaced` stand there in place of the machine's own. */
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
  const doors = join(folder, "doors");
  mkdirSync(doors);
  const mounts = Object.entries(replaced).flatMap(([path, own]) => [own, path]);
  const door = [process.execPath, DOOR, doors, ...VISITORS];
  const prepared = ["unshare", "--net", "--mount", "sh", "-euc", PREPARE, "sh", ...mounts, "--", ...door];
  const [first, ...options] = END_WITH_US;
  const child = spawn(first, [...options, ...prepared]);
  const keeper = track(child);
  await keeper.wrote("open\n");
  const enter = [...END_WITH_US, "nsenter", `--target=${child.pid}`, "--net", "--mount"];
  return {
    enter,
    doorTo: (port, visitor = VISITORS[0]) => join(doors, `${visitor}-${port}`),
    run(words, settings = {}) {
      const [program = "", ...rest] = [...enter, ...words];
      return track(spawn(program, rest, { env: { PATH: process.env["PATH"], ...settings } }));
    },
    async stop() {
      await keeper.stop();
    },
  };
}
