import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SETTING_NAMES, readSettings } from "../src/server/env.ts";

const ROOT = join(import.meta.dirname, "..");
const EXAMPLE = readFileSync(join(ROOT, ".env.example"), "utf8");
const README = readFileSync(join(ROOT, "README.md"), "utf8");

/** The settings in the example, with their values. */
const EXAMPLES = [...EXAMPLE.matchAll(/^# ([A-Z_]+)=(.*)$/gm)].map(
  ([, name = "", value = ""]) => [name, value] as const,
);

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

test("every setting is read: a checked one that nothing reads would have no effect", () => {
  const code = readFileSync(join(ROOT, "src/server/env.ts"), "utf8");
  expect(SETTING_NAMES.filter((name) => !new RegExp(`\\bread\\.${name}\\b`).test(code))).toEqual([]);
});
