import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { loadSettings, readSettings } from "./env.ts";

function settingsOf(environment: Record<string, string>) {
  const { settings, problems } = readSettings(environment);
  if (problems !== undefined) throw new Error(problems.join("\n"));
  return settings;
}

test("without a setting it listens on this machine only, on SQLite, with the default admin", () => {
  expect(settingsOf({})).toMatchObject({
    host: "127.0.0.1",
    port: 3000,
    databaseUrl: null,
    baseUrl: null,
    isHstsForSubdomains: false,
    authSecret: null,
    metricsToken: null,
    mailUrl: null,
    mailFrom: "Diapason <diapason@localhost>",
    defaultAdmin: { isOn: true, email: "admin@diapason.example" },
    registration: "open",
    isSharedFromStart: false,
    timeZone: "Europe/Paris",
  });
  expect(settingsOf({}).dataDir).toMatch(/^\/.*\/data$/);
});

test("an empty setting counts as none", () => {
  expect(settingsOf({ PORT: "", BASE_URL: " ", DATABASE_URL: "" })).toMatchObject({ port: 3000, baseUrl: null });
});

test.each([
  [{}, true],
  [{ HOST: "::1" }, true],
  [{ HOST: "localhost", BASE_URL: "http://127.0.0.1:8080" }, true],
  [{ HOST: "0.0.0.0" }, false],
  [{ HOST: "192.0.2.1" }, false],
  [{ BASE_URL: "https://planning.example.org" }, false],
  [{ HOST: "0.0.0.0", DEFAULT_ADMIN: "on" }, true],
  [{ DEFAULT_ADMIN: "off" }, false],
])("%o leaves the default admin on: %s", (environment, isOn) => {
  expect(settingsOf(environment).defaultAdmin.isOn).toBe(isOn);
});

test.each([
  ["PORT", "http"],
  ["PORT", "65536"],
  ["PORT", "-1"],
  ["HOST", "http://localhost"],
  ["HOST", "a b"],
  ["BASE_URL", "planning.example.org"],
  ["BASE_URL", "https://example.org/planning"],
  ["BASE_URL", "ftp://example.org"],
  ["BASE_URL", "https://user:secret@example.org"],
  ["DATABASE_URL", "mysql://localhost/diapason"],
  ["DATABASE_URL", "postgres://localhost"],
  ["DATABASE_URL", "diapason"],
  ["HSTS_INCLUDE_SUBDOMAINS", "yes"],
  ["TRUSTED_PROXY", "10.0.0.0/33"],
  ["TRUSTED_PROXY", "10.0.0.1, proxy"],
  ["TRUSTED_PROXY", "::1/129"],
  ["AUTH_SECRET", "short"],
  ["METRICS_TOKEN", "fifteen-letters"],
  ["METRICS_TOKEN", "with a space between"],
  ["MAIL_URL", "https://mail.example.org"],
  ["MAIL_FROM", "Diapason"],
  ["MAIL_FROM", "L'équipe <équipe@example.org>"],
  ["MAIL_FROM", "équipe@société.fr"],
  ["MAIL_FROM", "Diapason <a@example.org>\r\nBcc: all@example.org"],
  ["DEFAULT_ADMIN", "yes"],
  ["DEFAULT_ADMIN_EMAIL", "admin"],
  ["DEFAULT_ADMIN_PASSWORD", "12345"],
  ["REGISTRATION", "closed"],
  ["SHARING", "true"],
  ["TIME_ZONE", "Europe/Pariss"],
])("%s=%j is refused in one line that names it", (name, value) => {
  const { problems } = readSettings({ [name]: value });
  expect(problems).toEqual([expect.stringMatching(new RegExp(`^${name} attend .+`))]);
  expect(problems?.join("")).not.toContain("\n");
});

test("each bad setting has its own line", () => {
  const { problems = [] } = readSettings({ PORT: "x", SHARING: "maybe", TIME_ZONE: "Mars" });
  expect(problems.map((line) => line.split(" ")[0])).toEqual(["PORT", "SHARING", "TIME_ZONE"]);
});

test("valid settings are read, with addresses in their normal form", () => {
  expect(
    settingsOf({
      PORT: "8080",
      BASE_URL: "https://Planning.example.org/",
      DATABASE_URL: "postgresql://diapason:secret@db.example.org/diapason",
      MAIL_URL: "smtps://user:secret@mail.example.org",
      MAIL_FROM: "Le groupe <groupe@example.org>",
      DEFAULT_ADMIN_EMAIL: " Chef@Example.org ",
      SHARING: "on",
      TIME_ZONE: "America/Los_Angeles",
    }),
  ).toMatchObject({
    port: 8080,
    baseUrl: "https://planning.example.org",
    defaultAdmin: { email: "chef@example.org" },
    isSharedFromStart: true,
  });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "diapason-env-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test("ENV_FILE names the file of settings, which the environment overrides", () => {
  const file = join(newFolder(), "diapason.env");
  writeFileSync(file, "# the team's\nPORT=8080\nSHARING=on\nTIME_ZONE='Europe/Brussels'\n");
  const { settings } = loadSettings({ ENV_FILE: file, PORT: "9090" });
  expect(settings).toMatchObject({ port: 9090, isSharedFromStart: true, timeZone: "Europe/Brussels" });
});

test("a file of settings that is named but missing is refused in one line", () => {
  const file = join(newFolder(), "missing.env");
  expect(loadSettings({ ENV_FILE: file }).problems).toEqual([`Le fichier ${file} ne peut pas être lu (ENOENT)`]);
});

test("a file of settings that is a folder is refused in one line", () => {
  const folder = newFolder();
  expect(loadSettings({ ENV_FILE: folder }).problems).toEqual([`Le fichier ${folder} ne peut pas être lu (EISDIR)`]);
});
