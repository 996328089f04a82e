import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { thirdPartyNotices } from "../scripts/third-party-notices.mjs";

const ROOT = join(import.meta.dirname, "..");
const NOTICES = readFileSync(join(ROOT, "THIRD-PARTY-NOTICES.md"), "utf8");

function rootFile(name: string): string {
  return readFileSync(join(ROOT, name), "utf8");
}

test("the third-party notices are those of the lock file (`npm run notices` writes them)", () => {
  expect(NOTICES).toBe(thirdPartyNotices());
});

test("every runtime dependency is in the notices", () => {
  const { dependencies } = JSON.parse(rootFile("package.json")) as { dependencies: Record<string, string> };
  const missing = Object.entries(dependencies).filter(
    ([name, version]) => !NOTICES.includes(`| ${name} | ${version} |`),
  );
  expect(missing).toEqual([]);
});

test("the licence in package.json is the one of the file LICENSE", () => {
  expect(JSON.parse(rootFile("package.json"))).toMatchObject({ license: "AGPL-3.0-or-later" });
  expect(rootFile("LICENSE")).toMatch(/^GNU AFFERO GENERAL PUBLIC LICENSE\nVersion 3/);
});
