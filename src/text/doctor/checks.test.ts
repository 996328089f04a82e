import { describe, expect, test } from "vitest";
import { checkPostgres, checkSqlite } from "./database-check.ts";
import { type Finding, findingText, fine, summaryOf, warning, wrong } from "./finding.ts";
import { checkBackup, checkClock, checkDisk } from "./machine-check.ts";
import { type AddressState, checkAddress, checkMail } from "./network-checks.ts";
import { checkDefaultAdmin, checkSettings, unreadableSettings, wrongSetting } from "./settings-check.ts";

const command = (name: string, words = "") => `diapason ${name} ${words}`.trim();
const NOW = new Date("2026-11-24T10:00:00Z");
const MIB = 1024 * 1024;
const DAY_MS = 24 * 60 * 60 * 1000;

/** `✓ Port : …`, with plain spaces. */
function said(finding: Finding): string {
  return findingText(finding).replaceAll("\u00a0", " ").replace("\n  → ", " → ");
}

test("a finding is one line, and below it how to mend it; the last line counts", () => {
  const findings = [
    fine("Port", "libre."),
    wrong("Disque", "plein.", "Faites de la place."),
    warning("Mails", "?", "!"),
  ];
  expect(findings.map((finding) => findingText(finding))).toEqual([
    "✓ Port\u00a0: libre.",
    "✗ Disque\u00a0: plein.\n  → Faites de la place.",
    "! Mails\u00a0: ?\n  → !",
  ]);
  expect(summaryOf(findings)).toBe("1 problème à régler, 1 point à regarder.");
  expect(summaryOf(findings.slice(1, 2).concat(findings.slice(1, 2)))).toBe("2 problèmes à régler.");
  expect(summaryOf(findings.slice(2))).toBe("Aucun problème, 1 point à regarder.");
  expect(summaryOf(findings.slice(0, 1))).toBe("Tout va bien.");
});

test("settings: each that is invalid is named, with what it takes", () => {
  expect(checkSettings([]).map(said)).toEqual(["✓ Réglages : ils sont tous valables."]);
  expect(checkSettings([wrongSetting("PORT"), unreadableSettings(".env", "EACCES")]).map(said)).toEqual([
    "✗ Réglages : PORT n'est pas valable. → Donnez à PORT un nombre de 0 à 65535, ou retirez la ligne.",
    "✗ Réglages : le fichier .env ne peut pas être lu (EACCES). → Vérifiez que ce fichier existe et que vous pouvez le lire, puis recommencez.",
  ]);
  expect(checkSettings([unreadableSettings("/etc/x.env", "ENOENT")]).map(said)).toEqual([
    "✗ Réglages : le fichier /etc/x.env ne peut pas être lu (ENOENT). → Vérifiez que ce fichier existe et que vous pouvez le lire, puis recommencez.",
  ]);
});

test("disk: enough, little, or too little for the database", () => {
  const check = (freeMib: number, databaseMib = 1) =>
    said(checkDisk({ freeBytes: freeMib * MIB, databaseBytes: databaseMib * MIB }));
  expect(check(2600)).toBe("✓ Disque : il reste 2,5 Gio.");
  expect(check(500)).toMatch(/^! .*il reste 500 Mio/);
  expect(check(99)).toMatch(/^✗ .*il ne reste que 99 Mio/);
  expect(check(500, 300)).toMatch(/^✗ /);
});

describe("SQLite", () => {
  const check = (state: Parameters<typeof checkSqlite>[1]) =>
    checkSqlite("/data/diapason.sqlite", state, 21, command).map(said);

  test("is missing, whole, damaged, or not to be opened", () => {
    expect(check({ outcome: "missing" })).toEqual([expect.stringMatching(/^✓ .*sera créé/)]);
    expect(check({ outcome: "opened", verdict: "ok", version: 21 })[0]).toMatch(/^✓ .*le fichier est entier/);
    expect(check({ outcome: "opened", verdict: "row 3 missing", version: null })).toEqual([
      expect.stringMatching(/^✗ .*abîmé : row 3 missing.*diapason restore FICHIER/),
    ]);
    expect(check({ outcome: "failed", reason: "SQLITE_NOTADB" })[0]).toMatch(/^✗ .*abîmé/);
    expect(check({ outcome: "failed", reason: "SQLITE_CANTOPEN" })[0]).toMatch(/^✗ .*ne s'ouvre pas.*chown/);
  });

  test("is of this version, older, newer, or empty", () => {
    const version = (stored: number | null) => check({ outcome: "opened", verdict: "ok", version: stored })[1];
    expect(version(21)).toBe("✓ Version de la base : 21, comme ce Diapason.");
    expect(version(20)).toMatch(/^! .*Redémarrez Diapason/);
    expect(version(22)).toMatch(/^✗ .*plus récent \(22, et 21 ici\)/);
    expect(version(null)).toMatch(/^✓ .*seront créées/);
  });
});

describe("PostgreSQL", () => {
  const failure = (reason: string) => checkPostgres("db:5432", { outcome: "failed", reason }, 21).map(said).join();

  test("is well", () => {
    expect(checkPostgres("db:5432", { outcome: "opened", version: 21 }, 21).map(said)).toEqual([
      "✓ Base de données : PostgreSQL répond sur db:5432.",
      "✓ Version de la base : 21, comme ce Diapason.",
    ]);
  });

  test("cannot be used, for a reason that says what to mend", () => {
    expect(failure("28P01")).toMatch(/^✗ .*sur db:5432 .*mot de passe est refusé.*DATABASE_URL/);
    expect(failure("3D000")).toMatch(/createdb/);
    expect(failure("ECONNREFUSED")).toMatch(/la connexion est refusée.*Démarrez PostgreSQL/);
    expect(failure("CERT_HAS_EXPIRED")).toMatch(/expiré.*sslmode/);
  });
});

describe("mails", () => {
  const check = (state: Parameters<typeof checkMail>[2], from = "Diapason <planning@example.org>") =>
    said(checkMail("mail.example.org:587", from, state, command));
  const accepted = { outcome: "accepted", isEncrypted: true, hasPassword: true } as const;

  test("are taken, or not sent at all", () => {
    expect(check(accepted)).toMatch(/^✓ .*et le mot de passe ; diapason mail-test ADRESSE envoie un essai/);
    expect(check({ ...accepted, hasPassword: false, isEncrypted: false })).toMatch(/^✓ .*accepte la connexion ;/);
    expect(check({ outcome: "unset" })).toMatch(/^! .*MAIL_URL/);
  });

  test("leave with the password in the clear, or from an address that is none", () => {
    expect(check({ ...accepted, isEncrypted: false })).toMatch(/^! .*en clair/);
    expect(check(accepted, "Diapason <diapason@localhost>")).toMatch(/^! .*MAIL_FROM/);
  });

  test.each([
    ["EAUTH", "refuse l'utilisateur ou le mot de passe"],
    ["ETLS", "ne chiffre pas"],
    ["EPROTOCOL", "n'est pas un serveur de mails"],
    ["ECONNREFUSED", "pare-feu"],
    ["ERR_TLS_CERT_ALTNAME_INVALID", "le nom qui est dans le certificat"],
  ])("are refused: %s", (reason, words) => {
    expect(check({ outcome: "failed", reason })).toMatch(new RegExp(`^✗ .*mail\\.example\\.org:587.*${words}`));
  });
});

test("clock: on time, ahead, behind, or behind what was written", () => {
  const reading = (seconds: number) => ({ there: NOW, here: new Date(NOW.getTime() + seconds * 1000) });
  const quiet = { now: NOW, database: null, publicAddress: null, latestTrace: null };
  expect(said(checkClock(quiet))).toBe("✓ Horloge : elle est à l'heure (2026-11-24 10:00 UTC).");
  expect(checkClock({ ...quiet, database: reading(4), publicAddress: reading(-4), latestTrace: NOW }).state).toBe(
    "fine",
  );
  expect(said(checkClock({ ...quiet, database: reading(30) }))).toMatch(/^! .*avance de 30 secondes.*PostgreSQL/);
  expect(said(checkClock({ ...quiet, database: reading(10), publicAddress: reading(-600) }))).toMatch(
    /^✗ .*retarde de 10 minutes sur celle de l'adresse publique.*timedatectl/,
  );
  const latestTrace = new Date(NOW.getTime() + 3 * 60 * 60 * 1000);
  expect(said(checkClock({ ...quiet, latestTrace }))).toMatch(/^✗ .*retarde d'au moins 3 heures/);
});

describe("public address", () => {
  const ANSWER: AddressState = {
    outcome: "answered",
    status: 200,
    location: null,
    isDiapason: true,
    daysLeft: 60,
    clock: null,
  };
  const BASE_URL = "https://planning.example.org";
  const check = (state: AddressState | null, value: Partial<Parameters<typeof checkAddress>[0]> = {}) =>
    said(checkAddress({ baseUrl: BASE_URL, isPrivate: false, state, ...value }));

  test("is well", () => {
    expect(check(ANSWER)).toMatch(/^✓ .*https:\/\/planning\.example\.org .*60 jours/);
    expect(check(null, { isPrivate: true, baseUrl: null })).toMatch(/^✓ .*seule cette machine/);
  });

  test.each<[string, AddressState | null, RegExp]>([
    ["is not set", null, /^✗ .*refuse tout autre nom que localhost/],
    ["has no certificate soon", { ...ANSWER, daysLeft: 13 }, /^! .*expire dans 13 jours/],
    ["has no TLS", { ...ANSWER, daysLeft: null }, /^! .*sans chiffrement/],
    ["is ours without a database", { ...ANSWER, status: 503 }, /^✗ .*répond 503/],
    ["is somebody else's", { ...ANSWER, isDiapason: false }, /^✗ .*ce n'est pas Diapason/],
    ["sends elsewhere", { ...ANSWER, status: 301, location: "https://x" }, /^✗ .*renvoie vers https:\/\/x/],
    ["loses the host name", { ...ANSWER, status: 421 }, /^✗ .*Host/],
    ["has a proxy alone", { ...ANSWER, status: 502, isDiapason: false }, /^✗ .*le proxy n'atteint pas/],
    ["has an expired certificate", { outcome: "failed", reason: "CERT_HAS_EXPIRED" }, /^✗ .*Renouvelez/],
    ["has no such name", { outcome: "failed", reason: "ENOTFOUND" }, /^✗ .*DNS/],
    ["is not to be reached", { outcome: "failed", reason: "ETIMEDOUT" }, /^✗ .*pare-feu/],
  ])("%s", (_title, state, line) => {
    expect(check(state, state === null ? { baseUrl: null } : {})).toMatch(line);
  });
});

test("backup: of today, too old, missing, or PostgreSQL's own business", () => {
  const ago = (days: number) => new Date(NOW.getTime() - days * DAY_MS);
  const check = (engine: "sqlite" | "postgres", newest: Date | null, databaseSince: Date | null = ago(90)) =>
    said(checkBackup({ engine, now: NOW, newest, databaseSince }, command));
  expect(check("sqlite", ago(1))).toBe("✓ Sauvegarde : la dernière a été faite il y a 24 h.");
  expect(check("postgres", ago(0))).toMatch(/^✓ .*moins d'une heure/);
  expect(check("sqlite", ago(3))).toMatch(/^✗ .*il y a 3 jours.*diapason backup/);
  expect(check("sqlite", null)).toMatch(/^✗ .*il n'y en a aucune/);
  expect(check("sqlite", null, ago(1))).toMatch(/^! .*pas encore/);
  expect(check("sqlite", null, null)).toMatch(/^✓ /);
  expect(check("postgres", null)).toMatch(/^! .*chaque nuit/);
});

test("default admin: off, for this machine alone, or open to others", () => {
  const check = (isOn: boolean, isPrivate: boolean) => said(checkDefaultAdmin({ isOn, isPrivate }, command));
  expect(check(false, false)).toMatch(/^✓ .*désactivé/);
  expect(check(true, true)).toMatch(/^✓ /);
  expect(check(true, false)).toMatch(/^✗ .*diapason admin ADRESSE/);
});
