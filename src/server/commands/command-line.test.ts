import { expect, test, vi } from "vitest";
import { commandLine } from "./command-line.ts";

test("a command is named as npm runs it in a clone, and as the launcher does in a release", () => {
  expect([commandLine("admin", "EMAIL"), commandLine("doctor")]).toEqual(["npm run admin -- EMAIL", "npm run doctor"]);
  vi.stubEnv("DIAPASON_LAUNCHER", "diapason");
  expect([commandLine("admin", "EMAIL"), commandLine("doctor")]).toEqual(["diapason admin EMAIL", "diapason doctor"]);
  vi.unstubAllEnvs();
});
