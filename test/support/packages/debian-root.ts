import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

const READY = /^Diapason est prêt\s: (\S+)$/m;
const PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/** Runs a command in the root with its own process and network namespaces. The network is only a loopback. */
const ENTER = `
  root=$1
  shift
  ip link set lo up
  mount --bind "$root" "$root"
  mount --rbind /dev "$root/dev"
  mount -t proc proc "$root/proc"
  exec chroot "$root" "$@"
`;
const NAMESPACES = ["--mount", "--net", "--pid", "--fork", "--kill-child"];

interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** A server in the root, owned by a test. */
interface RootServer {
  /** The status of a GET of this path. */
  readonly statusOf: (path: string) => Promise<number>;
  /** The name of the user who runs it, in the root. */
  readonly user: () => Promise<string>;
  /** Sends SIGTERM; returns the exit code and everything that it wrote. */
  readonly stop: () => Promise<Ended>;
}

/** A Debian with only its required packages and apt, without a running systemd. Needs root. */
export class DebianRoot {
  readonly folder = mkdtempSync(join(tmpdir(), "diapason-debian-root-"));
  readonly #children = new Set<ChildProcess>();

  static async make(): Promise<DebianRoot> {
    const root = new DebianRoot();
    await run("mmdebstrap", ["--quiet", "--variant=minbase", "bookworm", root.folder]);
    return root;
  }

  inside(path: string): string {
    return join(this.folder, path);
  }

  /** Runs a command as root, and waits for its end. Its output is standard output and standard error. */
  async end(...command: string[]): Promise<Ended> {
    const { child, written } = this.#enter(command);
    await once(child, "close");
    return { code: child.exitCode, output: written.text };
  }

  /** The same for a command that must succeed. @returns its output */
  async run(...command: string[]): Promise<string> {
    const { code, output } = await this.end(...command);
    if (code !== 0) throw new Error(`${command.join(" ")} ended with ${code}:\n${output}`);
    return output.trim();
  }

  /** Starts a server, and waits until it is ready. */
  async start(...command: string[]): Promise<RootServer> {
    const { child, written } = this.#enter(command);
    const ended = once(child, "close").then(() => ({ code: child.exitCode, output: written.text }));
    const ready = Promise.withResolvers<string>();
    written.grew = () => {
      const address = READY.exec(written.text)?.[1];
      if (address !== undefined) ready.resolve(address);
    };
    const failed = ended.then(({ code, output }) => {
      throw new Error(`${command.join(" ")} ended with ${code}:\n${output}`);
    });
    const url = await Promise.race([ready.promise, failed]);
    const server = Number(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8"));
    return {
      async statusOf(path) {
        const code = `console.log((await fetch(${JSON.stringify(url + path)})).status)`;
        const words = [process.execPath, "--input-type=module", "--eval", code];
        const { stdout } = await run("nsenter", ["--target", `${server}`, "--net", ...words]);
        return Number(stdout);
      },
      user: () => this.run("id", "--name", "--user", String(ownerOf(server))),
      async stop() {
        process.kill(server, "SIGTERM");
        return await ended;
      },
    };
  }

  async remove(): Promise<void> {
    for (const child of this.#children) {
      child.kill("SIGKILL");
      await once(child, "close");
    }
    rmSync(this.folder, { recursive: true, force: true });
  }

  #enter(command: readonly string[]) {
    const child = spawn("unshare", [...NAMESPACES, "sh", "-euc", ENTER, "sh", this.folder, ...command], {
      env: { PATH, DEBIAN_FRONTEND: "noninteractive" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#children.add(child);
    child.once("close", () => this.#children.delete(child));
    const written = { text: "", grew: () => {} };
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        written.text += text;
        written.grew();
      });
    }
    return { child, written };
  }
}

function ownerOf(pid: number): number {
  const [, uid] = /^Uid:\t(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(uid);
}
