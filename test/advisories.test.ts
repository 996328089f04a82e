import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const SCRIPT = join(ROOT, "scripts/advisories.mjs");

let folder: string;
let lockFile: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "diapason-advisories-"));
  lockFile = write("package-lock.json", {
    packages: {
      "": { name: "team", version: "1.0.0" },
      "node_modules/harp": { version: "1.4.2" },
      "node_modules/harp/node_modules/reed": { version: "3.0.0-rc.1" },
      "node_modules/reed": { version: "2.9.9", dev: true },
      "node_modules/@brass/horn": { version: "5.0.0" },
      "node_modules/fiddle": { name: "violin", version: "1.0.0" },
      "node_modules/local": { link: true },
    },
  });
});
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

function run(...words: string[]): { readonly code: number | null; readonly lines: string[]; readonly error: string } {
  const child = spawnSync(process.execPath, [SCRIPT, ...words], { encoding: "utf8" });
  return { code: child.status, lines: child.stdout.trim().split("\n"), error: child.stderr.trim() };
}

function compare(content: unknown, ...words: string[]) {
  return run(write("advisories.json", content), "--lock-file", lockFile, ...words);
}

type RangeEvent = Readonly<Record<string, string>>;

function osv(id: string, name: string, events: readonly RangeEvent[], severity?: string) {
  const affected = [{ package: { ecosystem: "npm", name }, ranges: [{ type: "SEMVER", events }] }];
  return { id, summary: "plays out of tune", affected, ...(severity && { database_specific: { severity } }) };
}

test("an advisory whose withdrawal is said to be null is in force", () => {
  const advisory = { ...osv("GHSA-1", "harp", [{ introduced: "1.0.0" }]), withdrawn: null };
  expect(compare(advisory).code).toBe(1);
});

test("an affected package is one line with its severity and the version that is right, and the exit code is 1", () => {
  expect(compare(osv("GHSA-1", "harp", [{ introduced: "1.0.0" }, { fixed: "1.4.3" }], "HIGH"))).toEqual({
    code: 1,
    error: "",
    lines: [
      "high     harp 1.4.2: GHSA-1 plays out of tune, fixed in 1.4.3",
      "5 packages: 1 affected, 1 of them at level low or above",
    ],
  });
});

test("versions outside of the ranges, other ecosystems and advisories that were withdrawn concern nobody", () => {
  const fixed = osv("GHSA-1", "harp", [{ introduced: "0" }, { fixed: "1.4.2" }], "HIGH");
  const between = osv("GHSA-2", "harp", [{ introduced: "0" }, { fixed: "1.0.0" }, { introduced: "1.5.0" }], "HIGH");
  const all = osv("GHSA-3", "harp", [{ introduced: "0" }], "HIGH");
  const python = {
    ...all,
    affected: all.affected.map((each) => ({ ...each, package: { ecosystem: "PyPI", name: "harp" } })),
  };
  const { code, lines } = compare([fixed, between, python, { ...all, withdrawn: "2026-01-01T00:00:00Z" }]);
  expect([code, lines]).toEqual([0, ["5 packages: 0 affected, 0 of them at level low or above"]]);
});

test("one advisory on each line is read, with a last affected version, single versions, scopes, aliases and candidates", () => {
  const single = { ...osv("GHSA-4", "violin", [], "LOW") };
  const advisories = [
    osv("GHSA-1", "@brass/horn", [{ introduced: "0" }, { last_affected: "5.0.0" }], "MODERATE"),
    osv("GHSA-2", "reed", [{ fixed: "3.0.0" }, { introduced: "2.0.0" }], "CRITICAL"),
    { ...single, affected: single.affected.map((each) => ({ ...each, versions: ["1.0.0"] })) },
  ];
  const { code, lines } = compare(advisories.map((each) => JSON.stringify(each)).join("\n"));
  expect(code).toBe(1);
  expect(lines).toEqual([
    "critical reed 3.0.0-rc.1: GHSA-2 plays out of tune, fixed in 3.0.0",
    "critical reed 2.9.9, for development only: GHSA-2 plays out of tune, fixed in 3.0.0",
    "moderate @brass/horn 5.0.0: GHSA-1 plays out of tune, no fixed version is known",
    "low      violin 1.0.0: GHSA-4 plays out of tune, no fixed version is known",
    "5 packages: 4 affected, 4 of them at level low or above",
  ]);
});

test("what npm's bulk endpoint answers is read as well", () => {
  const harp = { id: 7, url: "https://github.com/advisories/GHSA-7", title: "rusts", severity: "moderate" };
  const { code, lines } = compare({ harp: [{ ...harp, vulnerable_versions: "<1.0.0 || >=1.2.0 <1.6.1" }] });
  expect(code).toBe(1);
  expect(lines[0]).toBe("moderate harp 1.4.2: GHSA-7 rusts, fixed in 1.6.1");
});

test("below the level nothing fails, and a severity that nobody stated counts as the worst", () => {
  const events = [{ introduced: "0" }];
  const moderate = compare(osv("GHSA-1", "harp", events, "MEDIUM"), "--level", "high");
  expect([moderate.code, moderate.lines[1]]).toEqual([0, "5 packages: 1 affected, 0 of them at level high or above"]);
  expect(compare(osv("GHSA-1", "harp", events), "--level", "critical").code).toBe(1);
});

test("a title cannot move the cursor of the terminal", () => {
  const advisory = { ...osv("GHSA-1", "harp", [{ introduced: "0" }], "LOW"), summary: "\u001B[2Jgone\nnext" };
  expect(compare(advisory).lines[0]).toBe("low      harp 1.4.2: GHSA-1  [2Jgone next, no fixed version is known");
});

test("without a file one line says so, and nothing fails", () => {
  expect(run()).toEqual({
    code: 0,
    error: "",
    lines: ["No advisories were compared: no file of them was given (npm run advisories -- FILE)"],
  });
});

test.each([
  ["no JSON", "harp <1.0.0", "cannot be read: "],
  ["something else", { vulnerabilities: {} }, "« vulnerabilities » is neither part of an OSV advisory nor a package"],
  ["a version that is none", osv("GHSA-1", "harp", [{ introduced: "the first" }]), "« the first » is no version"],
  ["a range that is none", { harp: [{ id: 1, vulnerable_versions: "old ones" }] }, "« old ones » is no range"],
])("%s is refused: exit code 2, which is not taken for a clean bill", (_, content, reason) => {
  const { code, error } = compare(content);
  expect(code).toBe(2);
  expect(error).toContain(reason);
});

test("the packages of this project are read from its lock file", () => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")) as { packages: object };
  const { code, lines } = run(write("empty.json", []));
  expect([code, lines]).toEqual([
    0,
    [`${Object.keys(packages).length - 1} packages: 0 affected, 0 of them at level low or above`],
  ]);
});
