import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { maintainer } from "../scripts/release/maintainer.mjs";

const ROOT = join(import.meta.dirname, "..");
/** Whoever unpacked an archive of the sources may have no git. */
const HAS_GIT = spawnSync("git", ["--version"]).status === 0;

beforeEach(() => {
  vi.stubEnv("DEBEMAIL", undefined);
  vi.stubEnv("DEBFULLNAME", undefined);
});
afterEach(() => vi.unstubAllEnvs());

test("the maintainer of the Debian package is whom DEBEMAIL and DEBFULLNAME name", () => {
  vi.stubEnv("DEBEMAIL", "paquets@asso.fr");
  expect(maintainer(ROOT)).toBe("Diapason <paquets@asso.fr>");
  vi.stubEnv("DEBFULLNAME", "Élise Fontaine");
  expect(maintainer(ROOT)).toBe("Élise Fontaine <paquets@asso.fr>");
});

test.runIf(HAS_GIT)("it is else the author of the last commit", () => {
  const author = execFileSync("git", ["log", "-1", "--format=%an <%ae>"], { cwd: ROOT, encoding: "utf8" }).trim();
  expect(maintainer(ROOT)).toBe(author);
});

test("without either, and with what is no address, nothing is packed, and one line says why", () => {
  expect(() => maintainer(mkdtempSync(join(tmpdir(), "diapason-no-git-")))).toThrow(/^Without git, DEBEMAIL must hold/);
  vi.stubEnv("DEBEMAIL", "nobody");
  expect(() => maintainer(ROOT)).toThrow("DEBEMAIL must be an e-mail address: Diapason <nobody>");
});
