import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const SCRIPTS = join(import.meta.dirname, "../../../scripts");

/** Stands in for npm: logs the call, then installs stubs of the packages in the lock file, as `npm ci` would. */
const NPM = `
import { appendFileSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
appendFileSync("npm-calls", process.argv.slice(2).join(" ") + "\\n");
console.log("npm talks a lot");
if (process.env.NPM_FAILS) process.exit(1);
rmSync("node_modules", { recursive: true, force: true });
await new Promise((resolve) => setTimeout(resolve, 200));
const { "": project, ...packages } = JSON.parse(readFileSync("package-lock.json", "utf8")).packages;
for (const [path, { version, optional }] of Object.entries(packages)) {
  if (optional) { delete packages[path]; continue; }
  mkdirSync(path, { recursive: true });
  writeFileSync(path + "/package.json", JSON.stringify({ version, main: "index.js" }));
  writeFileSync(path + "/index.js", "module.exports = class { close() {} };");
}
mkdirSync("node_modules/.bin");
symlinkSync(process.execPath, "node_modules/.bin/node");
writeFileSync("node_modules/.package-lock.json", JSON.stringify({ packages }));
`;

/** Stands in for the build: logs the call, then writes empty outputs and the stamp. */
const BUILD = `
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { sourceDigest, writeStamp } from "./build-stamp.mjs";
appendFileSync("build-calls", "build\\n");
const digest = sourceDigest(process.cwd());
const page = ["client/index.html", "client/answer.html", "client/front-door.html", "client/sw.js"];
for (const file of [...page, "server/main.js", "server/admin.js", "server/rendering/render-page.js"]) {
  mkdirSync(dirname("dist/" + file), { recursive: true });
  writeFileSync("dist/" + file, "");
}
writeStamp(process.cwd(), digest);
`;

export type Outcome = { code: number | null; stdout: string; stderr: string };

/** A small project in a temporary folder, with the real scripts/prepare.mjs. */
export class TemporaryProject {
  readonly root = mkdtempSync(join(tmpdir(), "diapason-project-"));

  constructor() {
    for (const name of ["prepare", "installed", "build-stamp", "one-at-a-time"]) {
      cpSync(join(SCRIPTS, `${name}.mjs`), join(this.root, "scripts", `${name}.mjs`));
    }
    this.write("scripts/build.mjs", BUILD);
    this.write("npm.mjs", NPM);
    this.write("src/main.ts", "export {};");
    this.lock({ hono: "1.0.0" });
  }

  /** Writes a lock file with Node, the database driver, these packages, and an optional one of another platform. */
  lock(packages: Record<string, string>): void {
    const wanted = { node: process.version.slice(1), "better-sqlite3": "1.0.0", ...packages };
    const entries = Object.entries(wanted).map(([name, version]) => [`node_modules/${name}`, { version }]);
    const other = ["node_modules/other-platform", { version: "1.0.0", optional: true }];
    this.write("package-lock.json", JSON.stringify({ packages: Object.fromEntries([["", {}], ...entries, other]) }));
  }

  write(path: string, content: string): void {
    mkdirSync(dirname(join(this.root, path)), { recursive: true });
    writeFileSync(join(this.root, path), content);
  }

  remove(path: string): void {
    rmSync(join(this.root, path), { recursive: true });
  }

  /** The calls that the stand-in logged. */
  calls(name: "npm" | "build"): string[] {
    try {
      return readFileSync(join(this.root, `${name}-calls`), "utf8")
        .trim()
        .split("\n");
    } catch {
      return [];
    }
  }

  async prepare(environment: Record<string, string> = {}): Promise<Outcome> {
    const child = spawn(process.execPath, ["scripts/prepare.mjs"], {
      cwd: this.root,
      env: { ...process.env, npm_execpath: join(this.root, "npm.mjs"), ...environment },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const outcome: Outcome = { code: null, stdout: "", stderr: "" };
    child.stdout.on("data", (chunk) => (outcome.stdout += String(chunk)));
    child.stderr.on("data", (chunk) => (outcome.stderr += String(chunk)));
    await once(child, "close");
    return { ...outcome, code: child.exitCode };
  }

  delete(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}
