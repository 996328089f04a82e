import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "../../../scripts/bare-debian.mjs";
import type { ContainerImage } from "./container-image.ts";

const READY = "Diapason est prêt";

/** The same isolation as compose.yaml: a read-only root, a volume, and a separate network. */
const ENTER = `
  root=$1 data=$2 volume=$3 user=$4 folder=$5
  shift 5
  ip link set lo up
  mount --bind "$root" "$root"
  mount --bind "$data" "$root$volume"
  mount --rbind /dev "$root/dev"
  mount -t proc proc "$root/proc"
  mount -o remount,bind,ro "$root"
  exec chroot --userspec="$user" --groups="" "$root" env --ignore-environment --chdir="$folder" "$@"
`;

interface Outcome {
  readonly code: number | null;
  readonly output: string;
}

/** A container of an image: its first process, and others beside it. */
export class RunningContainer {
  readonly #image: ContainerImage;
  readonly #environment: Readonly<Record<string, string>>;
  readonly #child: ChildProcess;
  readonly #ended: Promise<number | null>;
  #output = "";

  private constructor(image: ContainerImage, environment: Readonly<Record<string, string>>, child: ChildProcess) {
    this.#image = image;
    this.#environment = environment;
    this.#child = child;
    this.#ended = once(child, "close").then(() => child.exitCode);
  }

  /** Starts the image's command with these settings, and waits until it is ready. @param folder gets the volume `data` */
  static async start(
    image: ContainerImage,
    folder: string,
    settings: Readonly<Record<string, string>>,
  ): Promise<RunningContainer> {
    const data = join(folder, "data");
    // Like a new volume: starts with the image's content of that folder, and its owner.
    run("cp", "--archive", join(image.root, image.volume), data);
    const environment = { ...image.environment, ...settings };
    const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
    const places = [image.root, data, image.volume, image.user, image.folder];
    const container = ["--mount", "--pid", "--net", "--fork", "--kill-child"];
    const words = [...container, "sh", "-euc", ENTER, "sh", ...places, ...variables, ...image.command];
    const child = spawn("unshare", words);
    const running = new RunningContainer(image, environment, child);
    const ready = Promise.withResolvers<boolean>();
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk) => {
        running.#output += String(chunk);
        if (running.#output.includes(READY)) ready.resolve(true);
      });
    }
    const isReady = await Promise.race([ready.promise, running.#ended.then(() => false)]);
    if (!isReady) throw new Error(`The container ended:\n${running.#output}`);
    return running;
  }

  /** The process id of the first process, outside. */
  get pid(): number {
    const { pid } = this.#child;
    return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8"));
  }

  /** Runs a command in it, as `docker exec` does. */
  run(words: readonly string[]): Outcome {
    const [user = "", group = ""] = this.#image.user.split(":");
    const place = [`--target=${this.pid}`, "--mount", "--pid", "--net", "--root", "--wd"];
    const { status, stdout, stderr } = spawnSync(
      "nsenter",
      [...place, `--setuid=${user}`, `--setgid=${group}`, "--", ...words],
      { env: { PATH: "/usr/local/bin:/usr/bin:/bin", ...this.#environment }, encoding: "utf8" },
    );
    return { code: status, output: stdout + stderr };
  }

  /** Stops it as a container engine does. */
  async stop(): Promise<Outcome> {
    process.kill(this.pid, this.#image.stopSignal);
    return { code: await this.#ended, output: this.#output };
  }

  /** Kills it if it runs. When its first process ends, all others end too. */
  async remove(): Promise<void> {
    if (this.#child.exitCode === null) process.kill(this.pid, "SIGKILL");
    await this.#ended;
  }
}
