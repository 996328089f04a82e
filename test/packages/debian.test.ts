import { execFile } from "node:child_process";
import { appendFileSync, copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { packDebian } from "../../scripts/release/debian.mjs";
import { DebianRoot } from "../support/packages/debian-root.ts";
import { type BuiltRelease, builtRelease } from "../support/packages/release.ts";
import { unitSettings } from "../support/packages/unit-settings.ts";

const run = promisify(execFile);

const SETTINGS_FILE = "/etc/diapason/diapason.env";
const DATA = "/var/lib/diapason";
const NEXT_VERSION = "99.0.0-rc.1";
const DATE = new Date("2026-11-22T09:30:00Z");

let x64: BuiltRelease;
let folder: string;

beforeAll(async () => {
  vi.stubEnv("DPKG_DEB_COMPRESSOR_TYPE", "gzip");
  vi.stubEnv("DPKG_DEB_COMPRESSOR_LEVEL", "1");
  folder = mkdtempSync(join(tmpdir(), "diapason-debian-test-"));
  x64 = await builtRelease("x64");
});

afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

async function fieldOf(file: string, name: string): Promise<string> {
  const { stdout } = await run("dpkg-deb", ["--field", file, name]);
  return stdout.trim();
}

/** The highest version of these symbols that the program wants. */
function wantedVersion(program: string, symbols: string): number {
  const found = readFileSync(program, "latin1").matchAll(new RegExp(`${symbols}(\\d+)`, "g"));
  return Math.max(...[...found].map(([, version]) => Number(version)));
}

/** With `e_machine`, which the head of an ELF file says. */
test.each([
  ["x64", "amd64", 62],
  ["arm64", "arm64", 183],
] as const)("the package of the release for %s is for Debian's %s, and so is its Node", async (arch, name, machine) => {
  const { debianPackage } = await builtRelease(arch);
  expect(await fieldOf(debianPackage, "Architecture")).toBe(name);
  const readHead = "tar --extract --to-stdout ./usr/lib/diapason/bin/node | head --bytes 20 | od -An -tu2 -j18";
  const { stdout } = await run("sh", ["-c", `dpkg-deb --fsys-tarfile "$1" | ${readHead}`, "sh", debianPackage]);
  expect(Number(stdout)).toBe(machine);
});

test("the package asks for the C and C++ libraries that its programs need", async () => {
  const programs = ["bin/node", "app/node_modules/better-sqlite3/prebuilds/linux-x64.node"];
  const wanted = (symbols: string) =>
    Math.max(...programs.map((program) => wantedVersion(join(x64.folder, program), symbols)));
  const depends = await fieldOf(x64.debianPackage, "Depends");
  expect(depends).toContain(`libc6 (>= 2.${wanted("GLIBC_2\\.")})`);
  // GCC 11 brought GLIBCXX_3.4.29.
  expect(depends).toContain("libstdc++6 (>= 11)");
  expect(wanted("GLIBCXX_3\\.4\\.")).toBeLessThanOrEqual(29);
});

test("the same release and date give the same package, byte for byte, whatever the umask", async () => {
  const umask = process.umask(0o077);
  onTestFinished(() => void process.umask(umask));
  const wanted = { release: x64.folder, platform: "linux-x64", version: x64.version, date: DATE };
  const first = await packDebian({ ...wanted, folder: join(folder, "first") });
  process.umask(umask);
  const second = await packDebian({ ...wanted, folder: join(folder, "second") });
  expect(readFileSync(first).equals(readFileSync(second))).toBe(true);
});

describe("in a Debian without network and systemd", () => {
  let root: DebianRoot;
  let next: string;
  const [line = ""] = unitSettings("ExecStart");
  const asUser = ["setpriv", "--reuid=diapason", "--regid=diapason", "--init-groups", "--reset-env"];
  const inPlace = ["env", `--chdir=${unitSettings("WorkingDirectory").join("")}`, ...unitSettings("Environment")];
  /** What systemd would run, in the unit's folder, with its variables, as its user. */
  const service = [...asUser, ...inPlace, ...line.split(" ")];

  async function install(file: string): Promise<string> {
    copyFileSync(file, root.inside(join("root", basename(file))));
    return await root.run("dpkg", "--install", join("/root", basename(file)));
  }

  const installed = () => root.run("dpkg-query", "--show", "--showformat=${Version} ${db:Status-Abbrev}", "diapason");

  /** Owner, group and rights. */
  const rightsOf = (path: string) => root.run("stat", "--format=%U:%G %a", path);

  /** The addresses with an invitation in the database. */
  function invited(): unknown[] {
    const database = new DatabaseSync(root.inside(`${DATA}/diapason.sqlite`), { readOnly: true });
    const rows = database.prepare("select email from admin_invitation").all();
    database.close();
    return rows.map(({ email }) => email);
  }

  const backups = () => readdirSync(root.inside(`${DATA}/backups`));

  beforeAll(async () => {
    root = await DebianRoot.make();
    next = await packDebian({
      release: x64.folder,
      platform: "linux-x64",
      version: NEXT_VERSION,
      date: DATE,
      folder,
    });
  });

  afterAll(async () => {
    await root.remove();
  });

  test("it installs, with a user of its own that nobody can sign in as", async () => {
    await install(x64.debianPackage);
    expect(await installed()).toBe(`${x64.version}-1 ii`);
    expect(await root.run("getent", "passwd", "diapason")).toMatch(/:\/var\/lib\/diapason:\/usr\/sbin\/nologin$/);
    expect(await root.run("diapason", "--version")).toBe(x64.version);
  });

  test("the guide and the proxies' files are where the service and README.Debian say", async () => {
    const about = readFileSync(root.inside("/usr/share/doc/diapason/README.Debian"), "utf8");
    const [documentation = ""] = unitSettings("Documentation");
    const paths = [...about.matchAll(/\/usr\/share\/doc\/[\w./-]+\w/g)].map(([path]) => path);
    expect(paths.length).toBeGreaterThan(1);
    for (const path of [...paths, documentation.replace("file://", "")])
      expect(existsSync(root.inside(path))).toBe(true);
  });

  test("its settings are for root and the service, its data for the service alone, its program root's", async () => {
    expect(await rightsOf(SETTINGS_FILE)).toBe("root:diapason 640");
    expect(await rightsOf(DATA)).toBe("diapason:diapason 700");
    expect(await rightsOf("/usr/lib/diapason/bin/node")).toBe("root:root 755");
    expect(await root.run("find", "/usr/lib/diapason", "!", "-user", "root", "-o", "-perm", "/022")).toBe("");
  });

  test("the service will start with the machine", async () => {
    const target = "/etc/systemd/system/multi-user.target.wants/diapason.service";
    expect(await root.run("readlink", target)).toMatch(/\/lib\/systemd\/system\/diapason\.service$/);
  });

  test("systemd finds nothing wrong with the service", async () => {
    const words = ["verify", `--root=${root.folder}`, "--man=no", "--recursive-errors=no", "diapason.service"];
    expect(await run("systemd-analyze", words)).toEqual({ stdout: "", stderr: "" });
  });

  test("its command line answers as the service's user, and ends at SIGTERM with exit code 0", async () => {
    const server = await root.start(...service);
    expect(await server.user()).toBe("diapason");
    expect(await server.statusOf("/api/health")).toBe(200);
    expect(await server.statusOf("/")).toBe(200);
    expect(await server.stop()).toMatchObject({ code: 0 });
  });

  test("a command works on the service's data as its user, whatever root's variables are", async () => {
    const wrong = ["env", "DATA_DIR=/tmp/elsewhere", "ENV_FILE=/none", "diapason"];
    expect(await root.run(...wrong, "admin", "marie@example.org")).toContain("/register?invitation=");
    expect(invited()).toEqual(["marie@example.org"]);
    expect(await root.run("find", DATA, "!", "-user", "diapason")).toBe("");
  });

  test("somebody else's command is refused in one line", async () => {
    const nobody = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"];
    const { code, output } = await root.end(...nobody, "diapason", "backup");
    expect(code).toBe(1);
    expect(output).toBe("diapason works on the service's data: run it as root, for example with sudo.\n");
  });

  test("its scripts may run again", async () => {
    await root.run("/var/lib/dpkg/info/diapason.postinst", "configure", `${x64.version}-1`);
    await root.run("/var/lib/dpkg/info/diapason.prerm", "failed-upgrade", NEXT_VERSION);
    await root.run("/var/lib/dpkg/info/diapason.postrm", "failed-upgrade", NEXT_VERSION);
    expect(await rightsOf(SETTINGS_FILE)).toBe("root:diapason 640");
  });

  test("the next version keeps data and edited settings, after a backup by the version before", async () => {
    appendFileSync(root.inside(SETTINGS_FILE), "PORT=3210\n");
    expect(await install(next)).toContain(`La sauvegarde est dans ${DATA}/backups/automatic-`);
    expect(await installed()).toBe("99.0.0~rc.1-1 ii");
    expect(readFileSync(root.inside(SETTINGS_FILE), "utf8")).toMatch(/^PORT=3210$/m);
    expect(invited()).toEqual(["marie@example.org"]);
    expect(backups()).toHaveLength(1);
    const server = await root.start(...service);
    expect(await server.statusOf("/api/health")).toBe(200);
    expect((await server.stop()).output).toContain(":3210");
  });

  test("the version before can be installed again", async () => {
    await install(x64.debianPackage);
    expect(await installed()).toBe(`${x64.version}-1 ii`);
    expect(invited()).toEqual(["marie@example.org"]);
  });

  test("an upgrade whose backup fails goes on, and says so", async () => {
    appendFileSync(root.inside(SETTINGS_FILE), "DATABASE_URL=postgres://a@127.0.0.1:1/b\n");
    expect(await install(next)).toContain("no backup was made");
    expect(await installed()).toBe("99.0.0~rc.1-1 ii");
  });

  test("a removal takes the program, and keeps data and settings", async () => {
    await root.run("dpkg", "--remove", "diapason");
    expect(existsSync(root.inside("/usr/lib/diapason"))).toBe(false);
    expect(existsSync(root.inside("/usr/bin/diapason"))).toBe(false);
    expect(readFileSync(root.inside(SETTINGS_FILE), "utf8")).toMatch(/^PORT=3210$/m);
    expect(invited()).toEqual(["marie@example.org"]);
  });

  test("installed again, it finds them", async () => {
    await install(next);
    expect(readFileSync(root.inside(SETTINGS_FILE), "utf8")).toMatch(/^PORT=3210$/m);
    expect(await rightsOf(`${DATA}/diapason.sqlite`)).toBe("diapason:diapason 600");
  });

  test("a purge deletes data, backups and settings, and leaves nothing but the user", async () => {
    await root.run("dpkg", "--purge", "diapason");
    for (const path of [DATA, "/etc/diapason"]) expect(existsSync(root.inside(path))).toBe(false);
    const left = await root.run("find", "/", "-xdev", "-name", "*diapason*", "-not", "-path", "/root/*");
    expect(left.split("\n").filter((path) => !path.startsWith("/proc/"))).toEqual([""]);
    expect(await root.run("id", "--name", "--user", "diapason")).toBe("diapason");
  });
});
