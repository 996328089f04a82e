import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { expect, test } from "vitest";
import { SETTING_NAMES, readSettings } from "../src/server/env.ts";

const ROOT = join(import.meta.dirname, "..");
const EXAMPLE = readFileSync(join(ROOT, ".env.example"), "utf8");
const PACKAGED = readFileSync(join(ROOT, "packaging/debian/diapason.env"), "utf8");
const README = readFileSync(join(ROOT, "README.md"), "utf8");

/** The settings in a file, with their values, also of lines that are commented out. */
function settingsIn(text: string) {
  return [...text.matchAll(/^(?:# )?([A-Z_]+)=(.*)$/gm)].map(([, name = "", value = ""]) => [name, value] as const);
}

const EXAMPLES = settingsIn(EXAMPLE);

test("the example names every setting, each once, and nothing else", () => {
  expect(EXAMPLES.map(([name]) => name).toSorted()).toEqual(SETTING_NAMES.toSorted());
});

test("the README names every setting, and nothing else", () => {
  const rows = README.split("\n").filter((line) => line.startsWith("| `"));
  const names = rows.flatMap((row) => row.split("|")[1]?.match(/(?<=`)[A-Z_]+(?=`)/g) ?? []);
  expect(names.map(String).toSorted()).toEqual(SETTING_NAMES.toSorted());
});

test("every value of the example is accepted", () => {
  expect(readSettings(Object.fromEntries(EXAMPLES)).problems).toBeUndefined();
});

test("a wrong value of any setting is refused with what it takes", () => {
  const { problems = [] } = readSettings(Object.fromEntries(SETTING_NAMES.map((name) => [name, "?"])));
  // Any text can be the name of a folder.
  expect(problems.map((line) => line.split(" ")[0])).toEqual(SETTING_NAMES.filter((name) => name !== "DATA_DIR"));
  expect(problems.filter((line) => line.includes("undefined"))).toEqual([]);
});

test("the settings of the Debian package name every setting, each once, and nothing else", () => {
  const names = settingsIn(PACKAGED).map(([name]) => name);
  expect(names.toSorted()).toEqual(SETTING_NAMES.toSorted());
});

test("every value in the settings of the Debian package is accepted", () => {
  expect(readSettings(Object.fromEntries(settingsIn(PACKAGED))).problems).toBeUndefined();
});

test("the Debian package starts with a shared planning, invited people alone, no built-in admin, and data in /var", () => {
  expect(readSettings(parseEnv(PACKAGED)).settings).toMatchObject({
    dataDir: "/var/lib/diapason",
    defaultAdmin: { isOn: false },
    registration: "invite",
    isSharedFromStart: true,
    host: "127.0.0.1",
  });
});

test("each setting of the Debian package is explained in French and in English", () => {
  const blocks = PACKAGED.split("\n\n").filter((block) => settingsIn(block).length > 0);
  expect(blocks.length).toBeGreaterThan(8);
  for (const block of blocks) expect(block.match(/^# (?![A-Z_]+=)/gm)?.length).toBeGreaterThanOrEqual(2);
});

test("every setting is read: a checked one that nothing reads would have no effect", () => {
  const code = readFileSync(join(ROOT, "src/server/env.ts"), "utf8");
  expect(SETTING_NAMES.filter((name) => !new RegExp(`\\bread\\.${name}\\b`).test(code))).toEqual([]);
});
