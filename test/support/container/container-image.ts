import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, globSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Copy, DockerfileParser, type Instruction, type JSONInstruction } from "dockerfile-ast";
import { addNode, makeBareDebian, networkSettings, run } from "../../../scripts/bare-debian.mjs";

const PROJECT = join(import.meta.dirname, "../../..");
export const PACKAGING = join(PROJECT, "packaging/container");
const PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
const NPM_CACHE = "/root/.npm";
/** The images that the Dockerfile begins with: a bare Debian, and one with Node and npm. */
const BARE = /^debian:bookworm-slim$/;
const WITH_NODE = /^node:\d+-bookworm-slim$/;

/** The root folder of a container, and how its Dockerfile says to run it. */
export interface ContainerImage {
  readonly root: string;
  readonly environment: Readonly<Record<string, string>>;
  /** `UID:GID` */
  readonly user: string;
  readonly folder: string;
  readonly volume: string;
  readonly command: readonly string[];
  readonly healthcheck: readonly string[];
  readonly stopSignal: NodeJS.Signals;
}

/** A stage of the Dockerfile that is being built. */
interface Stage {
  readonly root: string;
  readonly settings: readonly string[];
  folder: string;
}

const ENTER = `
  root=$1 cache=$2
  shift 2
  mount --rbind /dev "$root/dev"
  mount -t proc proc "$root/proc"
  if [ -d "$root${NPM_CACHE}" ]; then mount --bind "$cache" "$root${NPM_CACHE}"; fi
  exec chroot "$root" env --ignore-environment PATH=${PATH} HOME=/root "$@"
`;

/** The words of an instruction in JSON form, such as those of RUN, CMD and ENTRYPOINT. */
function wordsOf(instruction: Instruction): string[] {
  return (instruction as JSONInstruction).getJSONStrings().map((word) => word.getJSONValue());
}

export function readDockerfile(): { readonly text: string; readonly instructions: readonly Instruction[] } {
  const text = readFileSync(join(PACKAGING, "Dockerfile"), "utf8");
  return { text, instructions: DockerfileParser.parse(text).getInstructions() };
}

/** Copies the build context: the files that .dockerignore does not exclude. */
function copyContext(target: string): void {
  const lines = readFileSync(join(PROJECT, ".dockerignore"), "utf8").split("\n");
  const [everything, ...exceptions] = lines.filter((line) => line !== "" && !line.startsWith("#"));
  if (everything !== "*" || !exceptions.every((line) => line.startsWith("!")))
    throw new Error("not a list of exceptions");
  for (const file of globSync(
    exceptions.map((line) => line.slice(1)),
    { cwd: PROJECT },
  )) {
    cpSync(join(PROJECT, file), join(target, file), { recursive: true });
  }
}

async function runInStage({ root, settings, folder }: Stage, words: readonly string[]): Promise<void> {
  const cache = run("npm", "config", "get", "cache");
  const inside = [...settings, "env", `--chdir=${folder}`, ...words];
  const container = ["--mount", "--pid", "--fork", "--kill-child"];
  const child = spawn("unshare", [...container, "sh", "-euc", ENTER, "sh", root, cache, ...inside]);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += String(chunk)));
  await once(child, "close");
  if (child.exitCode !== 0) throw new Error(`${words.join(" ")} ended with ${child.exitCode}:\n${output}`);
}

/** Starts a stage from this base image, which is simulated by a copy of a Debian. */
function startStage(base: string, debian: string, root: string): Stage {
  if (!BARE.test(base) && !WITH_NODE.test(base)) throw new Error(`no image ${base}`);
  run("cp", "--archive", debian, root);
  if (BARE.test(base)) return { root, settings: [], folder: "/" };
  addNode(root);
  mkdirSync(join(root, NPM_CACHE), { recursive: true });
  return { root, settings: [...networkSettings(root), "NPM_CONFIG_PREFER_OFFLINE=true"], folder: "/" };
}

function copy(stage: Stage, instruction: Copy, stages: ReadonlyMap<string, Stage>): void {
  const [source = "", target = ""] = instruction.getArguments().map((word) => word.getValue());
  const place = target === "." ? join(stage.root, stage.folder) : join(stage.root, target);
  const from = instruction.getFromFlag()?.getValue();
  if (from === undefined) return copyContext(place);
  const other = stages.get(from ?? "");
  if (other === undefined) throw new Error(`no stage ${from}`);
  run("cp", "--archive", join(other.root, source), place);
}

/** Runs the instructions that create files. The others only describe the image. */
async function buildStages(instructions: readonly Instruction[], debian: string, folder: string): Promise<Stage> {
  const stages = new Map<string, Stage>();
  let stage: Stage | null = null;
  for (const instruction of instructions) {
    const words = instruction.getArgumentsContent() ?? "";
    if (instruction.getKeyword() === "FROM") {
      const [base = "", , name = "image"] = words.split(" ");
      stage = startStage(base, debian, join(folder, name));
      stages.set(name, stage);
    }
    if (stage === null) throw new Error("no FROM");
    if (instruction.getKeyword() === "WORKDIR") {
      stage.folder = words;
      mkdirSync(join(stage.root, words), { recursive: true });
    }
    if (instruction.getKeyword() === "COPY") copy(stage, instruction as Copy, stages);
    if (instruction.getKeyword() === "RUN") await runInStage(stage, wordsOf(instruction));
  }
  if (stage === null) throw new Error("no FROM");
  return stage;
}

/**
 * Builds the image of the Dockerfile without a container engine, as folders below `folder`. A bare Debian replaces the base
 * images. Needs root, and an npm registry.
 */
export async function buildContainerImage(folder: string): Promise<ContainerImage> {
  const debian = join(folder, "debian");
  makeBareDebian(debian);
  const { instructions } = readDockerfile();
  const { root, folder: start } = await buildStages(instructions, debian, folder);
  const last = (keyword: string) => {
    const found = instructions.findLast((each) => each.getKeyword() === keyword);
    if (found === undefined) throw new Error(`no ${keyword}`);
    return found;
  };
  const contentOf = (keyword: string) => last(keyword).getArgumentsContent() ?? "";
  const [volume = ""] = wordsOf(last("VOLUME"));
  return {
    root,
    environment: Object.fromEntries(
      contentOf("ENV")
        .split(/\s+/)
        .map((pair) => pair.split("=") as [string, string]),
    ),
    user: contentOf("USER"),
    folder: start,
    volume,
    command: [...wordsOf(last("ENTRYPOINT")), ...wordsOf(last("CMD"))],
    healthcheck: JSON.parse(/CMD (\[.*\])$/.exec(contentOf("HEALTHCHECK"))?.[1] ?? "[]") as string[],
    stopSignal: contentOf("STOPSIGNAL") as NodeJS.Signals,
  };
}
