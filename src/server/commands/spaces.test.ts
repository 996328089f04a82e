import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { serverForThisTest } from "#test/support/server/test-lifetimes.ts";
import { runScript } from "#test/support/server/test-process.ts";
import { EITHER_ENGINE, ENGINES, MARIE, newEnvironment, removeData } from "#test/support/server/test-server.ts";
import { spacesForThisTest, type TestSpaces } from "#test/support/server/test-spaces.ts";
import { MIGRATIONS } from "../database/migrate.ts";
import { REGISTER_MIGRATIONS } from "../database/register/register-schema.ts";

interface Row {
  readonly slug: string;
  readonly people: number;
  readonly events: number;
  readonly bytes: number;
  readonly lastUsed: string | null;
  readonly state: string;
  readonly link?: string;
}

type Environment = Record<string, string>;

async function run(environment: Environment, script: string, ...words: string[]) {
  const command = runScript(script, { SPACES: "on", ...environment }, words);
  return [await command.end(), command.output(), command.errors()] as const;
}

function commandsOf({ environment, baseUrl }: TestSpaces) {
  const settings = { ...environment, BASE_URL: baseUrl };
  const spaces = (...words: string[]) => run(settings, "spaces.ts", ...words);
  const row = async (...words: string[]): Promise<Row> => {
    const [code, output, errors] = await spaces(...words, "--json");
    expect([code, errors]).toEqual([0, ""]);
    return JSON.parse(output) as Row;
  };
  return { settings, spaces, row };
}

test.each(ENGINES)(
  "npm run spaces creates a space and prints the link of its first admin, who is then in the list, on %s",
  async (engine) => {
    const server = await spacesForThisTest({ engine });
    const { spaces } = commandsOf(server);
    const [code, output, errors] = await spaces("create", "chorale", "--name", "La chorale", "--admin", MARIE.email);
    expect([code, errors]).toEqual([0, ""]);
    const { host } = new URL(server.baseUrl);
    const [, invitation = ""] =
      new RegExp(`^http://chorale\\.${host}/register\\?invitation=(\\S+)$`, "m").exec(output) ?? [];
    const marie = server.clientOf("chorale");
    const answer = await marie.post("/api/auth/sign-up/email", { ...MARIE, invitation });
    expect(answer.json()).toMatchObject({ user: { isAdmin: true } });
    const [, listed] = await spaces("list", "--json");
    expect(JSON.parse(listed)).toEqual([
      {
        slug: "chorale",
        people: 1,
        events: 0,
        bytes: expect.any(Number),
        lastUsed: expect.any(String),
        state: "active",
      },
    ]);
    const [, table] = await spaces("list");
    expect(table).toMatch(/^chorale +1 +0 +\d+ +\d{4}-\d\d-\d\d +ouvert$/m);
  },
);

test.each(EITHER_ENGINE)(
  "npm run spaces refuses a taken slug, a reserved one, and what is no address, and changes nothing, on %s",
  async (engine) => {
    const server = await spacesForThisTest({ engine });
    const { spaces } = commandsOf(server);
    await server.create("chorale");
    const taken = await spaces("create", "chorale", "--name", "x", "--admin", MARIE.email);
    expect(await spaces("import", "chorale", "backup.jsonl.gz")).toEqual(taken);
    expect(taken).toEqual([1, "", "L'adresse chorale est déjà prise\n"]);
    const [, , reserved] = await spaces("create", "www", "--name", "x", "--admin", MARIE.email);
    expect(reserved).toMatch(/^Ce n'est pas une adresse d'espace\u00a0: www\./);
    const [, , email] = await spaces("create", "fanfare", "--name", "x", "--admin", "marie");
    expect(email).toBe("Ce n'est pas une adresse e-mail\u00a0: marie\n");
    const [code, , usage] = await spaces("create", "fanfare");
    expect([code, usage.split("\n")[0]]).toEqual([1, "Usage\u00a0: npm run spaces -- list [--json]"]);
    const [, , unknown] = await spaces("suspend", "inconnu");
    expect(unknown).toBe("Aucun espace n'a l'adresse inconnu\n");
    expect(await server.register.count()).toBe(1);
  },
);

test.each(ENGINES)("npm run spaces suspends and resumes a space beside the server, on %s", async (engine) => {
  const server = await spacesForThisTest({ engine });
  const { row, spaces } = commandsOf(server);
  const marie = await server.createWithAdmin("chorale");
  expect((await row("suspend", "chorale")).state).toBe("suspended");
  await expect.poll(async () => (await marie.get("/")).text).toContain("Cet espace est suspendu.");
  const [code, , again] = await spaces("suspend", "chorale");
  expect([code, again]).toEqual([1, "chorale est suspendu\u00a0: rien n'a changé\n"]);
  expect((await row("resume", "chorale")).state).toBe("active");
  expect((await marie.get("/api/users")).status).toBe(200);
});

test.each(ENGINES)(
  "a deleted space is put aside at once, its slug stays taken, and it comes back for thirty days, on %s",
  async (engine) => {
    const server = await spacesForThisTest({ engine });
    const { row, spaces } = commandsOf(server);
    const folder = join(server.environment["DATA_DIR"] ?? "", "spaces");
    const marie = await server.createWithAdmin("chorale");
    const [code, , errors] = await spaces("delete", "chorale");
    expect([code, errors.endsWith("Rien n'a été supprimé\n")]).toEqual([1, true]);
    expect(await row("delete", "chorale", "--yes")).toMatchObject({ state: "deleted", people: 1 });
    const place = { slug: "chorale", folder: join(folder, "chorale") };
    expect(await server.register.storage.isThere(place)).toBe(false);
    if (engine === "sqlite") expect(existsSync(join(folder, ".deleted/chorale"))).toBe(true);
    expect((await marie.get("/")).status).toBe(404);
    const [, , taken] = await spaces("create", "chorale", "--name", "x", "--admin", MARIE.email);
    expect(taken).toBe("L'adresse chorale est déjà prise\n");
    expect(await row("restore", "chorale")).toMatchObject({ state: "active", people: 1 });
    expect((await marie.get("/api/users")).status).toBe(200);
  },
);

test("npm run spaces tells what was done to a space, and to all of them", async () => {
  const server = await spacesForThisTest();
  const { spaces } = commandsOf(server);
  for (const slug of ["chorale", "fanfare"]) await server.create(slug);
  for (const action of ["suspend", "resume"]) await spaces(action, "chorale");
  const [code, table] = await spaces("journal", "chorale");
  expect(code).toBe(0);
  expect(table.match(/chorale +(\S+)/g)).toEqual(["créé", "suspendu", "rouvert"].map((act) => `chorale  ${act}`));
  expect(table).not.toContain("fanfare");
  const [, all] = await spaces("journal", "--json");
  expect(JSON.parse(all)).toContainEqual({ slug: "fanfare", act: "created", doneAt: expect.any(String) });
});

test.each(ENGINES)(
  "a deleted space is forgotten after thirty days, and its slug is free again, on %s",
  async (engine) => {
    const server = await spacesForThisTest({ engine });
    const { spaces } = commandsOf(server);
    await server.createWithAdmin("chorale");
    await spaces("delete", "chorale", "--yes");
    await server.stop();
    const later = new Date(Date.now() + 31 * 24 * 3600_000);
    await server.restart({ clock: () => later });
    expect(await server.register.find("chorale")).toBeNull();
    expect(existsSync(join(server.environment["DATA_DIR"] ?? "", "spaces/.deleted/chorale"))).toBe(false);
  },
);

test.each(ENGINES)(
  "a space goes on as an installation of one planning, and comes back as a space, on %s",
  async (engine) => {
    const server = await spacesForThisTest({ engine });
    const { spaces, row, settings } = commandsOf(server);
    const marie = await server.createWithAdmin("chorale");
    await marie.post("/api/groups", { name: "Chœur d'hommes" });
    const [, exported] = await spaces("export", "chorale");
    const file = exported.trimEnd();
    expect(file.startsWith(join(server.environment["DATA_DIR"] ?? "", "spaces/chorale/backups/"))).toBe(true);
    const alone = await newEnvironment(engine === "sqlite" ? "postgres" : "sqlite");
    expect(await run({ ...alone, SPACES: "off" }, "restore.ts", file)).toMatchObject([0, expect.anything(), ""]);
    const [, users] = await run({ ...alone, SPACES: "off" }, "users.ts", "list");
    expect(users).toContain(MARIE.email);
    await removeData(alone);
    expect(await row("import", "copie", file)).toMatchObject({ slug: "copie", people: 1, state: "active" });
    const there = server.clientOf("copie");
    const signedIn = await there.post("/api/auth/sign-in/email", { email: MARIE.email, password: MARIE.password });
    expect(signedIn.status).toBe(200);
    expect((await there.get("/api/groups")).text).toContain("Chœur d'hommes");
    // A session of one space is none of the other.
    expect((await server.clientOf("copie", marie.cookies).get("/api/users")).status).toBe(401);
    const [, , taken] = await spaces("import", "chorale", file);
    expect(taken).toBe("L'adresse chorale est déjà prise\n");
    const [code, list] = await run(settings, "users.ts", "list", "--space", "copie");
    expect([code, list.includes(MARIE.email)]).toEqual([0, true]);
  },
);

test.each(ENGINES)(
  "a backup without an admin of its own is not imported, and leaves nothing behind, on %s",
  async (engine) => {
    const server = await spacesForThisTest({ engine });
    const { spaces } = commandsOf(server);
    const single = await serverForThisTest(engine);
    const [, output] = await run({ ...single.environment, SPACES: "off" }, "backup.ts");
    const file = output.trimEnd().replace("La sauvegarde est dans ", "");
    const [code, , errors] = await spaces("import", "copie", file);
    expect([code, errors]).toEqual([
      1,
      expect.stringContaining("n'a pas d'autre administrateur que le compte intégré"),
    ]);
    expect(await server.register.find("copie")).toBeNull();
    expect(existsSync(join(server.environment["DATA_DIR"] ?? "", "spaces/copie"))).toBe(false);
  },
);

test.each(ENGINES)(
  "a space whose database is gone is not replaced by an empty one; its file is made again as docs/spaces.md says, on %s",
  async (engine) => {
    const server = await spacesForThisTest({ engine });
    const { spaces, settings } = commandsOf(server);
    const marie = await server.createWithAdmin("chorale");
    const folder = join(server.environment["DATA_DIR"] ?? "", "spaces/chorale");
    const [, exported] = await spaces("export", "chorale");
    await server.stop();
    if (engine === "sqlite") await rm(join(folder, "diapason.sqlite"));
    else await server.register.storage.drop("chorale", { isAside: false });
    const again = await server.restart();
    const there = again.clientOf("chorale");
    const [found, findings] = await run(settings, "doctor.ts", "--space", "chorale");
    expect([found, findings]).toEqual([
      1,
      expect.stringMatching(/✗ .* n'est plus là, ou est vide\.\n.*docs\/spaces\.md/),
    ]);
    expect((await run(settings, "restore.ts", "--space", "chorale", exported.trimEnd()))[0]).toBe(1);
    expect((await there.get("/api/config")).status).toBe(503);
    if (engine === "postgres") return;
    await again.stop();
    const remade = { ...settings, SPACES: "off", DATA_DIR: join(folder, "remade") };
    expect((await run(remade, "restore.ts", exported.trimEnd()))[0]).toBe(0);
    await rename(join(remade.DATA_DIR, "diapason.sqlite"), join(folder, "diapason.sqlite"));
    const own = join(server.environment["DATA_DIR"] ?? "", "spaces/inconnu");
    await mkdir(own);
    expect(await spaces("import", "inconnu", exported.trimEnd())).toEqual([1, "", expect.stringContaining(own)]);
    expect(existsSync(own)).toBe(true);
    const third = (await again.restart()).clientOf("chorale");
    const { email, password } = MARIE;
    expect((await third.post("/api/auth/sign-in/email", { email, password })).status).toBe(200);
    expect((await third.get("/api/users")).json()).toMatchObject([{ id: marie.user.id, isAdmin: true }]);
  },
);

test.each(EITHER_ENGINE)(
  "commands on a planning ask which space, and do not make a planning beside the spaces, on %s",
  async (engine) => {
    const server = await spacesForThisTest({ engine });
    const { settings } = commandsOf(server);
    await server.createWithAdmin("chorale");
    for (const script of ["users.ts", "backup.ts"]) {
      const [code, , errors] = await run(settings, script, ...(script === "users.ts" ? ["list"] : []));
      expect([code, errors]).toEqual([
        1,
        expect.stringMatching(/^Avec SPACES=on, dites quel espace\u00a0: .+ --space SLUG\n$/),
      ]);
    }
    const [, , unknown] = await run(settings, "backup.ts", "--space", "../chorale");
    expect(unknown).toBe("Aucun espace n'a l'adresse ../chorale\n");
    const [, backup] = await run(settings, "backup.ts", "--space", "chorale");
    expect(backup).toContain("spaces/chorale/backups/backup-");
    expect(existsSync(join(server.environment["DATA_DIR"] ?? "", "diapason.sqlite"))).toBe(false);
    const [, , off] = await run({ ...settings, SPACES: "off" }, "backup.ts", "--space", "chorale");
    expect(off).toBe("SPACES n'est pas on\u00a0: il n'y a qu'un planning, et aucun espace\n");
  },
);

test.each(ENGINES)(
  "npm run doctor looks at the database of a space, or at that of the register, on %s",
  async (engine) => {
    const server = await spacesForThisTest({ engine });
    const { settings } = commandsOf(server);
    await server.createWithAdmin("chorale");
    const [, findings] = await run(settings, "doctor.ts", "--space", "chorale");
    const database = engine === "sqlite" ? "SQLite, le fichier est entier." : "PostgreSQL répond sur 127.0.0.1:";
    expect(findings).toContain(`✓ Base de données\u00a0: ${database}`);
    expect(findings).toContain(`✓ Version de la base\u00a0: ${MIGRATIONS.length}, comme ce Diapason.`);
    expect(findings).toContain("Sauvegarde");
    expect(findings).toMatch(/npm run backup -- --space chorale\W/);
    const [, nowhere] = await run(settings, "doctor.ts", "--space", "inconnu");
    expect(nowhere).toBe("");
    const [, whole] = await run(settings, "doctor.ts");
    expect(whole).toContain(`✓ Base de données\u00a0: ${database}`);
    expect(whole).toContain(`✓ Version de la base\u00a0: ${REGISTER_MIGRATIONS.length}, comme ce Diapason.`);
    expect(whole).not.toContain("Sauvegarde");
    expect(whole).toContain("✓ Compte intégré\u00a0: il est désactivé.");
  },
);

test("a server of spaces does not start beside a planning, on either engine, and says what to do", async () => {
  const single = await serverForThisTest("sqlite");
  await single.stop();
  const [code, , errors] = await run(single.environment, "main.ts");
  expect([code, errors]).toEqual([1, expect.stringContaining("npm run spaces -- import SLUG FILE\n")]);
  const { environment } = await serverForThisTest("postgres");
  const [failed, , there] = await run(environment, "main.ts");
  expect([failed, there]).toEqual([
    1,
    expect.stringMatching(
      /^La base de DATABASE_URL contient déjà le planning d'une équipe\..+npm run spaces -- import SLUG FILE\n$/,
    ),
  ]);
  const [, , address] = await run({ ...single.environment, BASE_URL: "https://10.0.0.1" }, "main.ts");
  expect(address).toMatch(/^SPACES attend on ou off, et on demande un BASE_URL qui est un nom/);
});
