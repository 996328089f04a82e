import { execFile } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { closeSync, existsSync, globSync, openSync, readdirSync, readFileSync, readSync, statSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BuiltRelease, builtRelease } from "../support/packages/release.ts";
import { SealedRoot } from "../support/packages/sealed-root.ts";

const run = promisify(execFile);

const ROOT = join(import.meta.dirname, "../..");
const MARIE = { email: "marie@example.org", password: "un-mot-de-passe-long" };
const MEGABYTE = 1_000_000;
const ELF = "\u007FELF";
/** `e_machine` in the head of an ELF file. */
const MACHINES = { x64: 62, arm64: 183 };

/** The `e_machine` of every ELF file of the release, by path. */
function machines({ folder }: BuiltRelease): Record<string, number> {
  const found: Record<string, number> = {};
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const head = Buffer.alloc(20);
    const descriptor = openSync(file, "r");
    readSync(descriptor, head);
    closeSync(descriptor);
    if (head.toString("latin1", 0, ELF.length) === ELF) found[file.slice(folder.length + 1)] = head.readUInt16LE(18);
  }
  return found;
}

function readJson(...path: string[]): unknown {
  return JSON.parse(readFileSync(join(...path), "utf8"));
}

/** The packages of the first checkout serve here as well. */
const MAKE_AGAIN = `
  mount --bind "$1/node_modules" node_modules
  umask 077
  "$2" scripts/prepare.mjs
  exec "$2" scripts/release/main.mjs --platform linux-x64
`;

async function digestOf(file: string): Promise<string> {
  return createHash("sha256")
    .update(await readFile(file))
    .digest("hex");
}

let x64: BuiltRelease;

beforeAll(async () => {
  x64 = await builtRelease("x64");
});

describe("a release without network, Node and npm, in a root that is read-only but for its data", () => {
  let sealed: SealedRoot;
  let backup: string;
  let cookie: string;

  async function addEvent(name: string): Promise<void> {
    const body = { groupId: "1", name, date: "2099-11-22", time: "10:00", location: "Temple" };
    const headers = { "idempotency-key": randomUUID() };
    expect(await sealed.call(cookie, { method: "POST", path: "/api/events", body, headers })).toMatchObject({
      status: 201,
    });
  }

  async function eventNames(): Promise<string[]> {
    const { text } = await sealed.call(cookie, { method: "GET", path: "/api/events?from=2099-11-01&to=2099-11-30" });
    return (JSON.parse(text) as { name: string }[]).map(({ name }) => name);
  }

  beforeAll(async () => {
    sealed = await SealedRoot.make(x64.folder);
    await sealed.start({ SHARING: "on", REGISTRATION: "invite" });
  });

  afterAll(async () => {
    await sealed.remove();
  });

  test("`diapason` runs by a link to the launcher", async () => {
    expect(await sealed.diapason("--version")).toBe(x64.version);
  });

  test("`diapason admin EMAIL` gives the link with which the first admin registers", async () => {
    const [, invitation] = /\?invitation=(\S+)/.exec(await sealed.diapason("admin", MARIE.email)) ?? [];
    const body = { ...MARIE, firstName: "Marie", lastName: "Petit", positions: ["Voix"], invitation };
    const answer = await sealed.call("", { method: "POST", path: "/api/auth/sign-up/email", body });
    expect(answer.status).toBe(201);
    cookie = answer.cookies.join("; ");
  });

  test("the admin creates an event", async () => {
    await addEvent("Culte du matin");
    expect(await eventNames()).toEqual(["Culte du matin"]);
  });

  test("`diapason backup` writes a backup beside the running server", async () => {
    backup = (await sealed.diapason("backup")).replace("La sauvegarde est dans ", "");
    expect(backup).toMatch(/^\/var\/lib\/diapason\/backups\/backup-.+\.jsonl\.gz$/);
  });

  test("`diapason restore FILE` brings the planning back to that backup", async () => {
    await addEvent("Veillée");
    expect(await sealed.diapason("restore", backup)).toContain("Restauré.");
    const answer = await sealed.call("", { method: "POST", path: "/api/auth/sign-in/email", body: MARIE });
    cookie = answer.cookies.join("; ");
    expect(await eventNames()).toEqual(["Culte du matin"]);
  });

  test("PostgreSQL's driver is in the release", async () => {
    const attempt = sealed.diapasonWith({ DATABASE_URL: "postgres://a@127.0.0.1:1/b" }, "backup");
    await expect(attempt).rejects.toThrow("ECONNREFUSED");
  });

  test("SIGTERM ends the server with exit code 0, and it reported no error", async () => {
    const { code, output } = await sealed.stop();
    expect(code).toBe(0);
    expect(output).not.toMatch(/"level":(50|60)/);
  });
});

describe.each(["x64", "arm64"] as const)("the release for %s", (arch) => {
  let release: BuiltRelease;

  beforeAll(async () => {
    release = await builtRelease(arch);
  });

  test("is smaller than 60 MB", () => {
    expect(statSync(release.archive).size).toBeLessThan(60 * MEGABYTE);
  });

  test("has Node and the SQLite driver of its platform, and no other binary", () => {
    expect(machines(release)).toEqual({
      "bin/node": MACHINES[arch],
      [`app/node_modules/better-sqlite3/prebuilds/linux-${arch}.node`]: MACHINES[arch],
    });
  });

  test("its list of components is CycloneDX 1.6, and names Node and every package in it", () => {
    const bill = readJson(release.billOfMaterials) as { specVersion: string; components: { purl?: string }[] };
    expect(bill.specVersion).toBe("1.6");
    const listed = bill.components.map(({ purl }) => purl);
    const { version: node } = readJson(ROOT, "scripts/release/node-packages.json") as { version: string };
    expect(listed).toContain(`pkg:npm/node-linux-${arch}@${node}`);
    const inside = globSync("app/node_modules/*/package.json", { cwd: release.folder }).map((file) => {
      const { name, version } = readJson(release.folder, file) as { name: string; version: string };
      return `pkg:npm/${name}@${version}`;
    });
    expect(inside.length).toBeGreaterThan(10);
    expect(inside.filter((purl) => !listed.includes(purl))).toEqual([]);
  });
});

test("a release has the licences, and neither tests, sources for a compiler nor metadata of source control", () => {
  const top = readdirSync(x64.folder).toSorted();
  expect(top).toEqual(
    expect.arrayContaining(["INSTALLER.md", "LICENSE", "LICENSE-NODE", "THIRD-PARTY-NOTICES.md", "app", "bin"]),
  );
  expect(globSync("**/{.git*,.npmrc,test,src,deps,*.test.js,*.ts,*.map}", { cwd: x64.folder })).toEqual([]);
});

test("every file of `packaging` that the guide names is in a release", () => {
  const guide = readFileSync(join(x64.folder, "INSTALLER.md"), "utf8");
  const named = [...guide.matchAll(/`(packaging\/\w+\/[\w.]+)`/g)].map(([, path = ""]) => path);
  expect(named.length).toBeGreaterThan(2);
  expect(named.filter((path) => !existsSync(join(x64.folder, path)))).toEqual([]);
});

test("the launcher knows every command of package.json, and the release has its file", async () => {
  const { scripts } = readJson(ROOT, "package.json") as { scripts: Record<string, string> };
  const commands = Object.entries(scripts).flatMap(([name, script]) => {
    const [, file] = /exec node .*(dist\/server\/[\w-]+\.js)$/.exec(script) ?? [];
    return file === undefined ? [] : [{ name, file }];
  });
  const { stdout: help } = await run(join(x64.folder, "bin/diapason"), ["--help"]);
  expect(commands.length).toBeGreaterThanOrEqual(5);
  for (const { name, file } of commands) {
    expect(help).toMatch(new RegExp(`^  ${name} `, "m"));
    expect(statSync(join(x64.folder, "app", file)).isFile()).toBe(true);
  }
});

test("SHA256SUMS holds the sums of the archives and their lists", async () => {
  const { stdout } = await run("sha256sum", ["--check", "--strict", "SHA256SUMS"], { cwd: join(ROOT, "dist/release") });
  const names = [x64.archive, x64.billOfMaterials].map((file) => `${basename(file)}: OK`);
  expect(stdout.split("\n")).toEqual(expect.arrayContaining(names));
});

test("the same sources give the same bytes, in another folder, at another time, under another umask", async () => {
  const copy = await mkdtemp(join(tmpdir(), "diapason autre dossier-"));
  try {
    const { stdout: files } = await run("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
      cwd: ROOT,
    });
    for (const file of files.split("\0").filter((name) => name !== "" && existsSync(join(ROOT, name)))) {
      await cp(join(ROOT, file), join(copy, file));
    }
    await mkdir(join(copy, "node_modules"));
    const { metadata } = readJson(x64.billOfMaterials) as { metadata: { timestamp: string } };
    const seconds = Date.parse(metadata.timestamp) / 1000;
    await run("unshare", ["--mount", "sh", "-euc", MAKE_AGAIN, "sh", ROOT, process.execPath], {
      cwd: copy,
      env: { ...process.env, SOURCE_DATE_EPOCH: `${seconds}`, TZ: "Pacific/Kiritimati", NODE_ENV: "development" },
    });
    for (const file of [x64.archive, x64.billOfMaterials]) {
      expect(await digestOf(join(copy, "dist/release", basename(file)))).toBe(await digestOf(file));
    }
  } finally {
    await rm(copy, { recursive: true });
  }
});
