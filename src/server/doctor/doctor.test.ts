import { once } from "node:events";
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { type AddressInfo, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, inject, onTestFinished, test } from "vitest";
import { freePort } from "#test/support/postgres/free-port.ts";
import { startPostgres } from "#test/support/postgres/start-postgres.ts";
import { newTestCertificate, type TestCertificate } from "#test/support/server/test-certificate.ts";
import { runScript } from "#test/support/server/test-process.ts";
import { newEnvironment, removeData, settingsOf } from "#test/support/server/test-server.ts";
import { startTestSmtpServer } from "#test/support/server/test-smtp-server.ts";
import { checkSettings } from "#text/doctor/settings-check.ts";
import { migrate } from "../database/migrate.ts";
import { openDatabase } from "../database/open-database.ts";
import { readSettings, SETTING_NAMES } from "../env.ts";

type Environment = Record<string, string>;

const NAME = "planning.example.org";
/** Has a process find names of that domain on this machine, as an entry of /etc/hosts would. */
const RESOLVED_HERE = `import dns from "node:dns";
  const { lookup } = dns;
  dns.lookup = (name, ...rest) => lookup(name.endsWith(".example.org") ? "127.0.0.1" : name, ...rest);`;
const RESOLVING_HERE = `--import=data:text/javascript,${encodeURIComponent(RESOLVED_HERE)}`;
const PASSWORD = "hush-hush";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "diapason-doctor-"));
});
afterEach(() => rm(folder, { recursive: true }));

interface Verdict {
  readonly code: number | null;
  /** What is said of a subject, with its mark and plain spaces. */
  readonly line: (subject: string) => string;
  readonly last: string;
}

async function doctor(environment: Environment): Promise<Verdict> {
  const command = runScript("doctor.ts", { DATA_DIR: join(folder, "data"), ...environment });
  const code = await command.end();
  const text = command.output().replaceAll("\u00a0", " ").replaceAll("\n  → ", " → ");
  expect(command.errors()).toBe("");
  expect(text).not.toContain(PASSWORD);
  const lines = text.trimEnd().split("\n");
  return {
    code,
    line: (subject) => lines.find((line) => line.slice(2).startsWith(`${subject} :`)) ?? "",
    last: lines.at(-1) ?? "",
  };
}

/** Listens on a free port until the end of the test. */
async function listen(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    server.close();
    if ("closeAllConnections" in server) (server.closeAllConnections as () => void)();
    await once(server, "close").catch(() => undefined);
  });
  return (server.address() as AddressInfo).port;
}

/** Takes connections, and never says a word. */
function listenInSilence(): Promise<number> {
  const server = createServer((socket) => onTestFinished(() => void socket.destroy()));
  return listen(server);
}

async function migrated(dataDir: string): Promise<void> {
  const database = await openDatabase(settingsOf({ DATA_DIR: dataDir }));
  await migrate(database);
  await database.close();
}

test("a machine on which nothing was started yet is well, and stays as it was", async () => {
  const { code, last, line } = await doctor({});
  expect([code, last]).toEqual([0, "Aucun problème, 1 point à regarder."]);
  expect(line("Mails")).toMatch(/^! .*MAIL_URL/);
  expect(await readdir(folder)).toEqual([]);
});

test("invalid settings are named, and keep the rest from being looked at", async () => {
  const { code, line, last } = await doctor({ PORT: "many", MAIL_URL: `http://x:${PASSWORD}@y` });
  expect(code).toBe(1);
  expect(line("Réglages")).toMatch(/^✗ .*PORT n'est pas valable/);
  expect(last).toMatch(/corrigez d'abord les réglages/);
});

test("every setting that is invalid is told in French", () => {
  const names = SETTING_NAMES.filter((name) => name !== "DATA_DIR");
  const { problems = [] } = readSettings(Object.fromEntries(names.map((name) => [name, "é <"])));
  expect(checkSettings(problems).map(({ sentence }) => sentence)).toEqual(
    names.map((name) => `${name} n'est pas valable.`),
  );
});

test("files: an old backup, a damaged or a newer database, and a clock behind the data are found", async () => {
  const dataDir = join(folder, "data");
  await migrated(dataDir);
  const backups = join(dataDir, "backups");
  await mkdir(backups);
  const backup = join(backups, "automatic-2026-11-01T00-00-00Z.jsonl.gz");
  await writeFile(backup, "");

  const well = await doctor({});
  expect(well.line("Base de données")).toMatch(/^✓ .*entier/);
  expect(well.line("Version de la base")).toMatch(/^✓/);
  expect(well.line("Sauvegarde")).toMatch(/^✓/);
  expect(well.line("Disque")).toMatch(/^[✓!]/);
  expect(well.code).toBe(0);

  await utimes(backup, new Date("2026-01-01"), new Date("2026-01-01"));
  const database = await openDatabase(settingsOf({ DATA_DIR: dataDir }));
  await database.kysely
    .insertInto("schema_version")
    .values({ version: 999, name: "later", applied_at: new Date() })
    .execute();
  await database.kysely
    .insertInto("admin_act")
    .values({ number: 1, done_at: new Date("2100-01-01"), actor_id: null, person_id: null, act: "{}" })
    .execute();
  await database.close();
  const ill = await doctor({});
  expect(ill.line("Sauvegarde")).toMatch(/^✗ .*jours/);
  expect(ill.line("Version de la base")).toMatch(/^✗ .*999/);
  expect(ill.line("Horloge")).toMatch(/^✗ .*retarde/);
  expect(ill.code).toBe(1);

  await writeFile(join(dataDir, "diapason.sqlite"), "This is no database.\n".repeat(100));
  expect((await doctor({})).line("Base de données")).toMatch(/^✗ .*abîmé \(SQLITE_NOTADB\).*npm run restore/);
  const launched = await doctor({ DIAPASON_LAUNCHER: "diapason" });
  expect(launched.line("Base de données")).toMatch(/: diapason restore FICHIER/);
});

describe("behind an address with TLS", () => {
  const certificate = newTestCertificate(NAME);

  /** A proxy with TLS. */
  function startProxy(target: string, own: TestCertificate = certificate): Promise<number> {
    const { certificate: cert, key } = own;
    return listen(
      createSecureServer({ cert, key }, (incoming, response) => {
        const outgoing = request(new URL(incoming.url ?? "/", target), { headers: incoming.headers });
        outgoing.on("response", (answer) => {
          response.writeHead(answer.statusCode ?? 0, answer.headers);
          answer.pipe(response);
        });
        outgoing.on("error", () => response.writeHead(502).end());
        outgoing.end();
      }),
    );
  }

  /** Settings with a public address, and a process that finds it here and knows the authority. */
  async function publicSettings(proxyPort: number, port: number): Promise<Environment> {
    const authority = join(folder, "authority.pem");
    await writeFile(authority, certificate.certificate);
    return {
      PORT: String(port),
      BASE_URL: `https://${NAME}:${proxyPort}`,
      NODE_OPTIONS: RESOLVING_HERE,
      NODE_EXTRA_CA_CERTS: authority,
      MAIL_FROM: "Diapason <planning@example.org>",
    };
  }

  async function start(environment: Environment): Promise<void> {
    const running = runScript("main.ts", { DATA_DIR: join(folder, "data"), ...environment });
    onTestFinished(async () => {
      running.child.kill("SIGKILL");
      await running.end();
    });
    await running.ready();
  }

  test("a server that is reached is well, one that is stopped is found", async () => {
    const port = await freePort();
    const proxy = await startProxy(`http://127.0.0.1:${port}`);
    const settings = await publicSettings(proxy, port);
    const stopped = await doctor(settings);
    expect(stopped.line("Adresse publique")).toMatch(/^✗ .*502.*Démarrez Diapason/);
    await start(settings);
    const well = await doctor(settings);
    expect(well.line("Adresse publique")).toMatch(/^✓ .*Diapason répond à .* ; certificat valable encore \d+ jours/);
    expect(well.line("Horloge")).toMatch(/^✓/);
    expect(well.line("Compte intégré")).toMatch(/^✓ .*désactivé/);
    expect(well.code).toBe(0);

    expect((await doctor({ ...settings, DEFAULT_ADMIN: "on" })).line("Compte intégré")).toMatch(/^✗ .*npm run admin/);
  });

  test("a certificate that expired, is for another name, or that nobody vouches for, is found", async () => {
    const port = await freePort();
    const expired = await startProxy("http://127.0.0.1:1", newTestCertificate(NAME, 2021));
    const expiredSettings = await publicSettings(expired, port);
    const { NODE_EXTRA_CA_CERTS: _, ...unknown } = await publicSettings(await startProxy("http://127.0.0.1:1"), port);
    const [first, second] = await Promise.all([expiredSettings, unknown].map(doctor));
    expect(first?.line("Adresse publique")).toMatch(/^✗ .*certificat .*Renouvelez/);
    const renamed = { ...(await publicSettings(await startProxy("http://127.0.0.1:1"), port)) };
    renamed["BASE_URL"] = renamed["BASE_URL"]?.replace(NAME, "other.example.org") ?? "";
    expect((await doctor(renamed)).line("Adresse publique")).toMatch(/^✗ .*certificat est celui d'un autre nom/);
    expect(second?.line("Adresse publique")).toMatch(/^✗ .*signé par aucune autorité connue/);
  });
});

describe("mails", () => {
  const FROM = { MAIL_FROM: "Diapason <planning@example.org>" };

  async function startSmtp(options?: Parameters<typeof startTestSmtpServer>[0]) {
    const smtp = await startTestSmtpServer(options);
    onTestFinished(() => smtp.stop());
    return smtp;
  }

  const mailLine = async (environment: Environment) => (await doctor({ ...FROM, ...environment })).line("Mails");

  test("a server that takes them, with a password or without one, gets none", async () => {
    const open = await startSmtp();
    expect(await mailLine({ MAIL_URL: `smtp://127.0.0.1:${open.port}` })).toMatch(/^✓ .*npm run mail-test -- ADRESSE/);
    const { certificate: cert, key } = newTestCertificate("localhost");
    const authority = join(folder, "authority.pem");
    await writeFile(authority, cert);
    const authenticate: Parameters<typeof startTestSmtpServer>[0] = {
      disabledCommands: [],
      cert,
      key,
      onAuth: ({ password }, _session, callback) =>
        password === PASSWORD ? callback(null, { user: "team" }) : callback(new Error("no")),
    };
    const closed = await startSmtp(authenticate);
    const clear = await startSmtp({ ...authenticate, disabledCommands: ["STARTTLS"] });
    const url = (port: number, password = PASSWORD) =>
      // By its address, and by the name in its certificate: nobody has to be asked for either.
      `smtp://team:${password}@127.0.0.1:${port}?tls.servername=localhost`;
    const lines = await Promise.all(
      [
        { MAIL_URL: url(closed.port), NODE_EXTRA_CA_CERTS: authority },
        { MAIL_URL: url(closed.port) },
        { MAIL_URL: url(closed.port, `${PASSWORD}-2`), NODE_EXTRA_CA_CERTS: authority },
        { MAIL_URL: url(clear.port) },
        { MAIL_URL: `${url(clear.port)}&requireTLS=true` },
      ].map(mailLine),
    );
    expect(lines).toEqual(
      [
        /^✓ .*et le mot de passe/,
        /^✗ .*signé par aucune autorité connue/,
        /^✗ .*refuse l'utilisateur ou le mot de passe/,
        /^! .*en clair/,
        /^✗ .*ne chiffre pas/,
      ].map((line) => expect.stringMatching(line)),
    );
    expect([open.count(), closed.count(), clear.count()]).toEqual([0, 0, 0]);
  });

  test("a server that is not there, or is none, is found", async () => {
    const gone = await startTestSmtpServer();
    await gone.stop();
    const web = await listen(createServer((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n")));
    const ports = [gone.port, web];
    const lines = await Promise.all(ports.map((port) => mailLine({ MAIL_URL: `smtp://127.0.0.1:${port}` })));
    expect(lines).toEqual([
      expect.stringMatching(/^✗ .*la connexion est refusée/),
      expect.stringMatching(/^✗ .*n'est pas un serveur de mails/),
    ]);
  });
});

describe("PostgreSQL", () => {
  test("a sound server is well; neither one that hangs is waited for, nor anybody else who never answers", async () => {
    const postgres = await startPostgres();
    onTestFinished(postgres.remove);
    const environment = { DATABASE_URL: `${postgres.url}/postgres` };
    const well = await doctor(environment);
    expect(well.line("Base de données")).toMatch(/^✓ .*127\.0\.0\.1:\d+\./);
    expect(well.line("Version de la base")).toMatch(/^✓ .*seront créées/);
    expect(well.line("Horloge")).toMatch(/^✓/);
    expect(well.line("Sauvegarde")).toMatch(/^! .*chaque nuit/);
    expect(well.code).toBe(0);
    const silent = await listenInSilence();
    onTestFinished(postgres.resume);
    await postgres.suspend();
    const hanging = await doctor({
      ...environment,
      BASE_URL: `https://${NAME}:${silent}`,
      MAIL_URL: `smtp://127.0.0.1:${silent}`,
      NODE_OPTIONS: RESOLVING_HERE,
    });
    for (const subject of ["Base de données", "Adresse publique", "Mails"]) {
      expect(hanging.line(subject)).toMatch(/^✗ .*aucune réponse à temps/);
    }
  });

  test("a wrong password and a missing database are found", async () => {
    const environment = await newEnvironment("postgres");
    const url = environment["DATABASE_URL"] ?? "";
    expect((await doctor(environment)).line("Version de la base")).toMatch(/^✓ .*comme ce Diapason/);
    const { host } = new URL(inject("postgresUrl"));
    const refused = await doctor({ DATABASE_URL: url.replace(/\/\/.*@/, `//postgres:${PASSWORD}@`) });
    expect(refused.line("Base de données")).toMatch(/^✗ .*mot de passe est refusé/);
    expect(refused.line("Base de données")).toContain(host);
    const missing = await doctor({ DATABASE_URL: `${inject("postgresUrl")}/nowhere` });
    expect(missing.line("Base de données")).toMatch(/^✗ .*n'existe pas/);
    await removeData(environment);
  });
});
