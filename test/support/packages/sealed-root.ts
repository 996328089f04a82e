import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import type { Call, CallAnswer } from "../../../soak/call.ts";

const run = promisify(execFile);

const CALL = join(import.meta.dirname, "call-beside.ts");
/** A user without a name or rights. `nobody` stands for all unknown users, so Diapason would distrust it. */
const USER = 4321;
const RELEASE = "/opt/diapason";
const DATA = "/var/lib/diapason";
const LINK = "/usr/bin/diapason";
/** All that the launcher of a release calls. */
const PROGRAMS = ["/bin/sh", "/bin/readlink"];
const READY = /^Diapason est prêt\s: (\S+)$/m;

/** Everything but the data folder is read-only, and the only network is a loopback of its own. */
const ENTER = `
  root=$1 release=$2 data=$3
  shift 3
  ip link set lo up
  mount --bind "$root" "$root"
  mount --bind "$release" "$root${RELEASE}"
  mount --bind "$data" "$root${DATA}"
  mount -t proc -o ro proc "$root/proc"
  mount -o remount,bind,ro "$root${RELEASE}"
  mount -o remount,bind,ro "$root"
  exec env --ignore-environment "$@"
`;

interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/**
 * A root with a release, a shell, the system libraries, and nothing else: no network, no Node, no npm, no /tmp, and no
 * place to write but the data folder. Needs root; the release runs as an ordinary user.
 */
export class SealedRoot {
  readonly #root = mkdtempSync(join(tmpdir(), "diapason-sealed-"));
  readonly #data = mkdtempSync(join(tmpdir(), "diapason-sealed-data-"));
  readonly #release: string;
  #child: ChildProcess | null = null;
  #url = "";
  #output = "";
  #ended: Promise<Ended> | null = null;

  private constructor(release: string) {
    this.#release = release;
  }

  /** @param release the unpacked folder */
  static async make(release: string): Promise<SealedRoot> {
    const sealed = new SealedRoot(release);
    const folders = [RELEASE, DATA, "/proc", dirname(LINK)];
    for (const folder of folders) mkdirSync(sealed.#inside(folder), { recursive: true });
    symlinkSync(`../..${RELEASE}/bin/diapason`, sealed.#inside(LINK));
    const libraries = await Promise.all([...PROGRAMS, join(release, "bin/node")].map(librariesOf));
    for (const file of new Set([...PROGRAMS, ...libraries.flat()])) {
      mkdirSync(dirname(sealed.#inside(file)), { recursive: true });
      copyFileSync(file, sealed.#inside(file));
    }
    chmodSync(sealed.#root, 0o755);
    chownSync(sealed.#data, USER, USER);
    return sealed;
  }

  /** Starts the server as the first process, like a container, and waits until it is ready. */
  async start(settings: Readonly<Record<string, string>>): Promise<void> {
    const variables = Object.entries({ ...this.#environment(), ...settings }).map(
      ([name, value]) => `${name}=${value}`,
    );
    const { stdout: chroot } = await run("sh", ["-c", "command -v chroot"]);
    const command = [...variables, chroot.trim(), `--userspec=${USER}:${USER}`, this.#root, LINK, "start"];
    const places = [this.#root, this.#release, this.#data];
    const container = ["--mount", "--net", "--pid", "--fork"];
    const child = spawn("unshare", [...container, "sh", "-euc", ENTER, "sh", ...places, ...command], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#child = child;
    this.#ended = once(child, "close").then(() => ({ code: child.exitCode, output: this.#output }));
    const ready = Promise.withResolvers<string>();
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        this.#output += text;
        const address = READY.exec(this.#output)?.[1];
        if (address !== undefined) ready.resolve(address);
      });
    }
    const ended = this.#ended.then(({ code, output }) => {
      throw new Error(`diapason start ended with ${code}:\n${output}`);
    });
    this.#url = await Promise.race([ready.promise, ended]);
  }

  /** Runs `diapason WORDS` beside the server. @throws Error with its output when it fails */
  async diapason(...words: string[]): Promise<string> {
    return await this.diapasonWith({}, ...words);
  }

  /** The same, with settings. */
  async diapasonWith(settings: Readonly<Record<string, string>>, ...words: string[]): Promise<string> {
    const user = ["--setuid", `${USER}`, "--setgid", `${USER}`];
    const { stdout } = await run(
      "nsenter",
      ["--target", `${this.#server()}`, "--mount", "--net", "--pid", "--root", "--wd", ...user, LINK, ...words],
      { env: { ...this.#environment(), ...settings } },
    );
    return stdout.trim();
  }

  /** Calls the API on the loopback of the root. */
  async call(cookie: string, wanted: Call): Promise<CallAnswer> {
    const words = [process.execPath, CALL, this.#url, cookie, JSON.stringify(wanted)];
    const { stdout } = await run("nsenter", ["--target", `${this.#server()}`, "--net", ...words]);
    return JSON.parse(stdout) as CallAnswer;
  }

  /** Sends SIGTERM to the server; returns the exit code and everything it wrote. */
  async stop(): Promise<Ended> {
    if (this.#ended === null) throw new Error("not started");
    process.kill(this.#server(), "SIGTERM");
    return await this.#ended;
  }

  async remove(): Promise<void> {
    // The server has another user, so it does not end with `unshare`. All processes of its namespace end with the server.
    if (this.#child?.exitCode === null && this.#child.signalCode === null) process.kill(this.#server(), "SIGKILL");
    await this.#ended;
    for (const folder of [this.#root, this.#data]) rmSync(folder, { recursive: true, force: true });
  }

  #inside(path: string): string {
    return join(this.#root, path);
  }

  #environment(): Record<string, string> {
    return { PATH: "/usr/bin:/bin", DATA_DIR: DATA };
  }

  /** `unshare` waits for its only child. */
  #server(): number {
    const pid = this.#child?.pid;
    const server = Number(readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8"));
    // Zero would be the test's own processes.
    if (server === 0) throw new Error("The server has ended.");
    return server;
  }
}

/** The dynamic loader and the libraries of a program, from `ldd`. */
async function librariesOf(program: string): Promise<string[]> {
  const { stdout } = await run("ldd", [program]);
  return [...stdout.matchAll(/(?:=> )?(\/\S+) \(0x/g)].map(([, file = ""]) => file);
}
