import { describe, expect, test } from "vitest";
import type { UserRow } from "#contract/accounts/users.ts";
import type { JournalEntry } from "#contract/journal.ts";
import { addDays } from "#domain/calendar/calendar.ts";
import { registerAdmin } from "#test/support/server/test-admins.ts";
import { serverForEachTest } from "#test/support/server/test-lifetimes.ts";
import { follow, startOf } from "#test/support/server/test-live.ts";
import { createEvent, giveAnswer } from "#test/support/server/test-planning.ts";
import { runScript } from "#test/support/server/test-process.ts";
import {
  ENGINES,
  MARIE,
  newEnvironment,
  register,
  removeData,
  signInDefaultAdmin,
} from "#test/support/server/test-server.ts";

/** A page hears of a commit of another process with the next beat. */
const SOON = { timeout: 15_000 };

/** Where it is about noon now: nobody is told anything at night, and the command has no other clock than the machine's. */
function zoneAtNoon(): string {
  const offset = 12 - new Date().getUTCHours();
  // The names count westwards.
  return offset === 0 ? "Etc/GMT" : `Etc/GMT${offset > 0 ? "-" : "+"}${Math.abs(offset)}`;
}

describe.each(ENGINES)("npm run users beside a server on %s", (engine) => {
  const server = serverForEachTest(engine, { settings: { SHARING: "on", TIME_ZONE: zoneAtNoon() } });

  /** The command's outcome: exit code, standard output, standard error. */
  async function users(words: readonly string[], { typed = "", ...settings }: Record<string, string> = {}) {
    const command = runScript("users.ts", { ...server.environment, ...settings }, words, typed);
    return [await command.end(), command.output(), command.errors()] as const;
  }

  async function journal(): Promise<[string | null | undefined, string][]> {
    const admin = await signInDefaultAdmin(server);
    const lines = (await admin.get("/api/journal")).json<JournalEntry[]>();
    return lines.map(({ actor, act }) => [actor?.id, act.type]);
  }

  test("lists everybody as an admin sees them: as a table, a CSV file or JSON", async () => {
    const admin = await signInDefaultAdmin(server);
    await register(server, { firstName: "=Marie", email: "marie@example.org" });
    const [code, table] = await users(["list"]);
    expect(code).toBe(0);
    expect(table.split("\n").map((line) => line.replace(/\d{4}-\d\d-\d\d$/, "DAY"))).toEqual([
      "ADRESSE                 NOM             SERVICES    DROITS  COMPTE  DEPUIS",
      "admin@diapason.example  Admin Diapason  Sono        admin   actif   DAY",
      "marie@example.org       =Marie Petit    Voix, Lead  -       actif   DAY",
      "",
    ]);
    const [, csv] = await users(["list", "--format", "csv"]);
    expect(csv).toContain("marie@example.org;'=Marie;Petit;Voix, Lead;non;actif;");
    const [, json] = await users(["list", "--format=json"]);
    expect(JSON.parse(json)).toEqual((await admin.get("/api/users")).json<UserRow[]>());
    const [, off] = await users(["list"], { DEFAULT_ADMIN: "off" });
    expect(off).toMatch(/^admin@diapason.example .* Sono +- +actif/m);
  });

  test("promotes an account, as the page does; the journal says that it was the command line", async () => {
    const marie = await register(server);
    expect(await users(["promote", "Marie@Example.org"])).toEqual([
      0,
      "marie@example.org est maintenant administrateur.\n",
      "",
    ]);
    expect((await marie.get("/api/auth/get-session")).json()).toMatchObject({ user: { isAdmin: true } });
    expect(await journal()).toEqual([[undefined, "user.promoted"]]);
    expect(await users(["promote", MARIE.email])).toEqual([1, "", "marie@example.org est déjà administrateur\n"]);
    expect(await users(["promote", "nobody@example.org"])).toEqual([
      1,
      "",
      "Personne ne s'est inscrit avec nobody@example.org. `npm run admin -- nobody@example.org` donne un lien qui crée le compte\n",
    ]);
  });

  test("makes a reset link for everybody with a password, admins too, which ends their sessions", async () => {
    const anne = await registerAdmin(server, "anne@example.org");
    const settings = { BASE_URL: "https://planning.example.org", MAIL_URL: "smtp://127.0.0.1:1" };
    const [code, output] = await users(["reset-link", "anne@example.org"], settings);
    expect(code).toBe(0);
    const [, token] = /https:\/\/planning\.example\.org\/reset-password\?token=([\w-]{43})$/m.exec(output) ?? [];
    const body = { token, newPassword: "nouveau-1" };
    expect((await server.client().post("/api/auth/reset-password", body)).status).toBe(200);
    expect((await anne.get("/api/users")).status).toBe(401);
    expect((await journal())[0]).toEqual([undefined, "user.reset_link_made"]);
    await signInDefaultAdmin(server);
    const [, , builtIn] = await users(["reset-link", "admin@diapason.example"]);
    expect(builtIn).toContain("est l'administrateur intégré");
    expect(await users(["reset-link", "nobody@example.org"])).toEqual([
      1,
      "",
      "Personne n'a l'adresse nobody@example.org\n",
    ]);
  });

  test("deletes an account after its address was typed; open pages hear of it, and so do the admins", async () => {
    const admin = await registerAdmin(server, "anne@example.org");
    const marie = await register(server);
    await marie.send("PUT", "/api/groups/1/members/me");
    const today = new Date().toISOString().slice(0, 10);
    const event = await createEvent(admin, { date: addDays(today, 3) });
    expect((await giveAnswer(marie, event.id, "present")).status).toBe(200);
    const stream = await follow(server, admin);
    await startOf(stream);

    for (const typed of ["", "yes\n", "anne@example.org\n"]) {
      const [code, , errors] = await users(["delete", MARIE.email], { typed });
      expect([code, errors]).toEqual([1, expect.stringContaining("Rien n'a été supprimé")]);
    }
    const [code, output, question] = await users(["delete", MARIE.email], { typed: "Marie@example.org\n" });
    expect([code, output]).toEqual([0, expect.stringContaining("marie@example.org est supprimé.")]);
    expect(question).toContain("Cela supprime Marie Petit, avec ses réponses et ses sessions. Tapez marie@example.org");

    expect((await marie.get("/api/users")).status).toBe(401);
    await stream.find(({ event: name, data }) => name === "change" && JSON.stringify(data).includes("person.removed"));
    stream.leave();
    // Whoever is told of drop-outs: the server takes the job that the command added.
    const dropOuts = server.database.kysely.selectFrom("job").select("id").where("kind", "=", "drop_out");
    await expect.poll(async () => (await dropOuts.execute()).length, SOON).toBe(0);
    expect((await admin.get(`/api/events/${event.id}`)).json()).toMatchObject({ availability: [] });
    expect((await journal())[0]).toEqual([undefined, "user.deleted"]);
  });

  test("does not delete the last admin", async () => {
    await registerAdmin(server, "anne@example.org");
    const refused = [1, "", "anne@example.org est le dernier administrateur\u00a0: nommez-en d'abord un autre\n"];
    expect(await users(["delete", "anne@example.org", "--yes"], { DEFAULT_ADMIN: "off" })).toEqual(refused);
    await register(server);
    expect((await users(["promote", MARIE.email]))[0]).toBe(0);
    expect((await users(["delete", "anne@example.org", "--yes"], { DEFAULT_ADMIN: "off" }))[0]).toBe(0);
  });
});

test("npm run users says how it is used", async () => {
  const environment = await newEnvironment("sqlite");
  const usage = [
    "Usage\u00a0: npm run users -- list [--format table|csv|json]",
    "        npm run users -- promote EMAIL",
    "        npm run users -- reset-link EMAIL",
    "        npm run users -- delete EMAIL [--yes]",
    "",
  ].join("\n");
  for (const words of [[], ["remove", "a@b.fr"], ["promote"], ["list", "--format", "xml"], ["list", "--all"]]) {
    const command = runScript("users.ts", environment, words);
    expect([await command.end(), command.errors()]).toEqual([1, usage]);
  }
  const launched = runScript("users.ts", { ...environment, DIAPASON_LAUNCHER: "diapason" });
  await launched.end();
  expect(launched.errors()).toContain(
    "Usage\u00a0: diapason users list [--format table|csv|json]\n        diapason users",
  );
  await removeData(environment);
});
