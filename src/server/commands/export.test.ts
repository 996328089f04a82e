import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { readEntries } from "#test/support/calendar/test-calendar.ts";
import { planningForAllTests, serverForThisTest } from "#test/support/server/test-lifetimes.ts";
import { createEvent, giveAnswer, type Person } from "#test/support/server/test-planning.ts";
import { runScript } from "#test/support/server/test-process.ts";
import { ENGINES } from "#test/support/server/test-server.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "diapason-export-"));
});
afterEach(() => rm(folder, { recursive: true }));

async function run(environment: Record<string, string>, words: readonly string[]) {
  const command = runScript("export.ts", environment, words);
  return [await command.end(), command.output(), command.errors()] as const;
}

describe.each(ENGINES)("npm run export beside a server on %s", (engine) => {
  const planning = planningForAllTests(engine);
  let marie: Person | undefined;
  let culte: PlannedEvent | undefined;

  const exported = (...words: readonly string[]) =>
    run({ ...planning.environment, BASE_URL: "https://planning.example.org" }, words);

  beforeEach(async () => {
    if (marie !== undefined) return;
    marie = await planning.newcomer({ firstName: "=Marie", email: "marie@example.org" });
    await marie.send("PUT", "/api/groups/1/members/me");
    culte = await createEvent(planning.admin, { name: "Culte", date: "2050-12-04", time: "10:00" });
    await createEvent(planning.admin, { name: "Fête; été", date: "2051-01-08" });
    const gone = await createEvent(planning.admin, { name: "Annulé", date: "2050-12-11" });
    await planning.admin.send("DELETE", `/api/events/${gone.id}`);
    await createEvent(planning.admin, { groupId: "2", name: "Ailleurs" });
    await giveAnswer(marie, culte.id, "present");
    await planning.admin.send("PATCH", `/api/events/${culte.id}`, { body: { location: "Salle" } });
  });

  test("writes the grid as a CSV, without formulas, into a file that its owner alone can read", async () => {
    const file = join(folder, "grille.csv");
    await writeFile(file, "former", { mode: 0o644 });
    const words = ["--group", "louange du dimanche", "--format", "csv", "--out", file];
    expect(await exported(...words)).toEqual([0, `Louange du dimanche\u00a0: 2 événements dans ${file}\n`, ""]);
    const [header, row, roles] = (await readFile(file, "utf8")).split("\r\n");
    expect(header).toBe(
      '\uFEFFMembres;Culte, dimanche 4 décembre 2050 à 10:00;"Fête; été, dimanche 8 janvier 2051 à 20:30"',
    );
    expect(row).toBe("'=Marie Petit;Présent;Sans réponse");
    expect(roles).toMatch(/^Rôles manquants;Batterie, /);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(["grille.csv"]);
  });

  test("writes a calendar that programs read, with the revision of each event", async () => {
    const [code, text] = await exported("--group", "1", "--format", "ics");
    expect([code, text.endsWith("END:VCALENDAR\r\n")]).toEqual([0, true]);
    const entries = readEntries(text);
    expect(entries.map(({ summary, sequence, startsAt, status }) => [summary, sequence, startsAt, status])).toEqual([
      ["Culte", 1, "2050-12-04T09:00:00.000Z", "CONFIRMED"],
      ["Fête; été", 0, "2051-01-08T19:30:00.000Z", "CONFIRMED"],
    ]);
    expect(entries[0]?.description).toBe(`https://planning.example.org/events/${culte?.id}`);
  });

  test("writes JSON with the rows of the API, without addresses, of a range of days", async () => {
    const words = ["--group", "1", "--format", "json", "--from", "2050-12-01", "--to", "2050-12-31"];
    const [, text] = await exported(...words);
    const listed = await planning.admin.get("/api/events?group=1&from=2050-12-01&to=2050-12-31");
    const { firstName, lastName, positions, id } = marie?.user ?? {};
    expect(JSON.parse(text)).toEqual({
      exportedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      timeZone: "Europe/Paris",
      group: { id: "1", name: "Louange du dimanche" },
      members: [{ id, firstName, lastName, positions }],
      events: listed.json<unknown[]>(),
    });
    const [, none] = await exported("--group", "1", "--format", "ics", "--from", "2060-01-01");
    expect(readEntries(none)).toEqual([]);
  });

  test("names the groups where it does not know one, and refuses what is no date or no place for a file", async () => {
    const groups = "Louange du dimanche (1), Groupe de jeunes (2), Soirée de prière (3)";
    const [, , unknown] = await exported("--group", "Chorale", "--format", "csv");
    expect(unknown).toBe(`Aucun groupe n'a le nom ou l'identifiant Chorale. Il y a\u00a0: ${groups}\n`);
    const [, , date] = await exported("--group", "1", "--format", "csv", "--from", "2050-02-30");
    expect(date).toBe("Ce n'est pas une date comme 2026-11-24\u00a0: 2050-02-30\n");
    const nowhere = join(folder, "none", "x.csv");
    const [code, , place] = await exported("--group", "1", "--format", "csv", "--out", nowhere);
    expect([code, place]).toEqual([1, `L'export ne peut pas être écrit\u00a0: ${nowhere} (ENOENT)\n`]);
    const inFile = join(folder, "file", "x.csv");
    await writeFile(join(folder, "file"), "");
    const [, , noFolder] = await exported("--group", "1", "--format", "csv", "--out", inFile);
    expect(noFolder).toBe(`L'export ne peut pas être écrit\u00a0: ${inFile} (ENOTDIR)\n`);
    const [, , usage] = await exported("--group", "1", "--format", "xml");
    expect(usage).toMatch(/^Usage\u00a0: npm run export -- --group NAME\|ID --format csv\|ics\|json /);
  });
});

test("npm run export says that a planning in browsers is not on the server", async () => {
  const server = await serverForThisTest("sqlite");
  expect(await run(server.environment, ["--group", "1", "--format", "csv"])).toEqual([
    1,
    "",
    "Le planning n'est pas partagé\u00a0: il est dans les navigateurs, pas sur le serveur\n",
  ]);
});
