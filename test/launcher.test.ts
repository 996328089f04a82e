import { execFile } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";

const run = promisify(execFile);

const ROOT = join(import.meta.dirname, "..");
/** Stands in for Node: prints how it was called. */
const NODE = `#!/bin/sh
echo "$DIAPASON_LAUNCHER, \${MALLOC_MMAP_THRESHOLD_-}, $PWD"
printf '%s\\n' "$@"
`;

let place: string;
let release: string;

beforeEach(() => {
  place = realpathSync(mkdtempSync(join(tmpdir(), "diapason-launcher-")));
  release = join(place, "à nous/diapason-1.2.3");
  mkdirSync(join(release, "bin"), { recursive: true });
  copyFileSync(join(ROOT, "packaging/diapason"), join(release, "bin/diapason"));
  writeFileSync(join(release, "bin/node"), NODE);
  for (const name of ["diapason", "node"]) chmodSync(join(release, "bin", name), 0o755);
});
afterEach(() => {
  rmSync(place, { recursive: true });
});

async function lines(program: string, ...words: string[]): Promise<string[]> {
  const { stdout } = await run(program, words, { cwd: place });
  return stdout.trimEnd().split("\n");
}

async function failure(...words: string[]): Promise<unknown> {
  return await run(join(release, "bin/diapason"), words).catch((error: unknown) => error);
}

test("called by a link to a link, the launcher runs what is beside it, in the current folder", async () => {
  mkdirSync(join(place, "usr/bin"), { recursive: true });
  symlinkSync("../../à nous/diapason-1.2.3/bin/diapason", join(place, "usr/bin/diapason"));
  symlinkSync(join(place, "usr/bin/diapason"), join(place, "planning"));
  const expected = [`diapason, , ${place}`, `${release}/app/dist/server/restore.js`, "ma sauvegarde.jsonl.gz"];
  expect(await lines(join(place, "planning"), "restore", "ma sauvegarde.jsonl.gz")).toEqual(expected);
  expect(await lines("sh", "planning", "restore", "ma sauvegarde.jsonl.gz")).toEqual(expected);
});

test("the launcher starts the server with the settings of `npm start`", async () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { scripts: { start: string } };
  const [, threshold, flag] = /MALLOC_MMAP_THRESHOLD_=(\d+) exec node (--\S+) dist/.exec(scripts.start) ?? [];
  const expected = [`diapason, ${threshold}, ${place}`, flag, `${release}/app/dist/server/main.js`];
  expect(await lines(join(release, "bin/diapason"), "start")).toEqual(expected);
});

test("an unknown command and a missing one are answered by one line and exit code 1", async () => {
  const help = "`diapason --help` les liste.\n";
  expect(await failure("../admin")).toMatchObject({ code: 1, stderr: `Commande inconnue\u00a0: ../admin. ${help}` });
  expect(await failure()).toMatchObject({ code: 1, stderr: `Il manque une commande. ${help}` });
});

test("`start` and `demo` take no arguments: `--help` says so, and starts nothing", async () => {
  const program = join(release, "bin/diapason");
  for (const command of ["start", "demo"]) {
    expect(await lines(program, command, "--help")).toEqual([`Usage\u00a0: diapason ${command}`]);
    expect(await failure(command, "now")).toMatchObject({ code: 1, stderr: `Usage\u00a0: diapason ${command}\n` });
  }
});

test("a release gets the Node of the lock file", () => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")) as {
    packages: Record<string, { version: string }>;
  };
  const expected = JSON.parse(readFileSync(join(ROOT, "scripts/release/node-packages.json"), "utf8")) as unknown;
  expect(expected).toMatchObject({ version: packages["node_modules/node"]?.version });
});
