import { type AddressState, checkAddress, checkProxy } from "#text/doctor/address-check.ts";
import { checkBackup, checkDefaultAdmin } from "#text/doctor/care-check.ts";
import { checkClock } from "#text/doctor/clock-check.ts";
import { checkPostgres, checkSqlite } from "#text/doctor/database-check.ts";
import { type CommandLine, type Finding, SUBJECTS, unchecked } from "#text/doctor/finding.ts";
import { checkMail, type MailState } from "#text/doctor/mail-check.ts";
import { checkDisk, checkFolder, checkPort, checkSecret, type PortState } from "#text/doctor/place-check.ts";
import { checkSettings, checkZoneData } from "#text/doctor/settings-check.ts";
import { secretPath } from "../auth/secret.ts";
import { commandLine } from "../commands/command-line.ts";
import { MIGRATIONS } from "../database/migrate.ts";
import { inspectPostgres, type PostgresInspection } from "../database/postgres/inspect-postgres.ts";
import { sqlitePath } from "../database/sqlite/sqlite-path.ts";
import type { Settings } from "../env.ts";
import { verifyMailServer } from "../mail/verify-mail-server.ts";
import { askHealth } from "./probes/ask-health.ts";
import { bounded, LONGEST_MS } from "./bounded.ts";
import { probeBackups, probeDisk, probeFolder, probeSecret } from "./probes/probe-files.ts";
import { probePort } from "./probes/probe-port.ts";
import { readZoneData } from "./probes/read-zone-data.ts";

const command: CommandLine = commandLine;
const OWN_VERSION = MIGRATIONS.length;

/** Host and port of a URL, without user and password. */
function hostOf(url: string): string {
  return new URL(url).host;
}

/** The findings of a question; when it cannot be answered at all, a finding that says so. */
function foundBy(subject: string, asking: Promise<Finding[]>): Promise<Finding[]> {
  return bounded(asking, (reason) => [unchecked(subject, reason)]);
}

type PostgresAnswer = PostgresInspection | { readonly reason: string } | null;

async function askPostgres({ databaseUrl }: Settings): Promise<PostgresAnswer> {
  if (databaseUrl === null) return null;
  return bounded<PostgresAnswer>(inspectPostgres(databaseUrl, LONGEST_MS), (reason) => ({ reason }));
}

async function askPublicAddress({ baseUrl, isPrivate }: Settings, secret: string | null): Promise<AddressState | null> {
  if (baseUrl === null || isPrivate) return null;
  const signal = AbortSignal.timeout(LONGEST_MS);
  return bounded(askHealth({ origin: baseUrl, secret, signal }), (reason) => ({ outcome: "failed", reason }));
}

function askPort({ host, port, baseUrl }: Settings, secret: string | null): Promise<PortState> {
  const signal = AbortSignal.timeout(LONGEST_MS);
  return bounded(probePort({ host, port, baseUrl, secret, signal }), (reason) => ({ outcome: "failed", reason }));
}

function isRunning(state: PortState): boolean {
  return state.outcome === "taken" && state.by.holder !== "stranger";
}

function addressFindings(
  settings: Settings,
  { state, port, secret }: { state: AddressState | null; port: PortState; secret: string | null },
): Finding[] {
  const { baseUrl, isPrivate } = settings;
  const value = { baseUrl, isPrivate, state, isRunning: isRunning(port), canProve: secret !== null };
  const seen = state?.outcome === "answered" ? state.seen : null;
  return [checkAddress(value), ...(baseUrl === null || seen === null ? [] : [checkProxy(baseUrl, seen)])];
}

async function mailFindings({ mailUrl, mailFrom }: Settings): Promise<Finding[]> {
  const state = await bounded<MailState>(verifyMailServer(mailUrl, LONGEST_MS), (reason) => ({
    outcome: "failed",
    reason,
  }));
  return [checkMail(mailUrl === null ? "" : hostOf(mailUrl), mailFrom, state, command)];
}

interface Databases {
  readonly findings: readonly Finding[];
  readonly clock: PostgresInspection["clock"] | null;
  readonly latestTrace: Date | null;
}

async function examineDatabase({ dataDir, databaseUrl }: Settings, postgres: PostgresAnswer): Promise<Databases> {
  if (databaseUrl !== null && postgres !== null) {
    const host = hostOf(databaseUrl);
    if ("reason" in postgres) {
      const findings = checkPostgres(host, { outcome: "failed", reason: postgres.reason }, OWN_VERSION);
      return { findings, clock: null, latestTrace: null };
    }
    const findings = checkPostgres(host, { outcome: "opened", facts: postgres.facts }, OWN_VERSION);
    return { findings, clock: postgres.clock, latestTrace: null };
  }
  const { inspectSqlite } = await import("../database/sqlite/inspect-sqlite.ts");
  const { state, latestTrace } = inspectSqlite(dataDir);
  return { findings: checkSqlite(sqlitePath(dataDir), state, OWN_VERSION, command), clock: null, latestTrace };
}

async function backupFindings({ dataDir, authSecret, databaseUrl }: Settings): Promise<Finding[]> {
  const engine = databaseUrl === null ? "sqlite" : "postgres";
  return [checkBackup({ engine, now: new Date(), ...(await probeBackups({ dataDir, authSecret })) }, command)];
}

/** Looks at everything that an operator can mend, changing nothing. No question takes longer than some seconds. */
export async function examine(settings: Settings): Promise<Finding[]> {
  const { dataDir, defaultAdmin, isPrivate, timeZone, host, port } = settings;
  const { secret, state: secretState } = await probeSecret(settings);
  const asked = await Promise.all([
    askPort(settings, secret),
    askPublicAddress(settings, secret),
    askPostgres(settings),
    mailFindings(settings),
    foundBy(
      SUBJECTS.folder,
      probeFolder(settings).then((state) => [checkFolder(state)]),
    ),
    foundBy(
      SUBJECTS.disk,
      probeDisk(settings).then((state) => [checkDisk(state)]),
    ),
    foundBy(SUBJECTS.backup, backupFindings(settings)),
  ]);
  const [portState, address, postgres, mails, folder, disk, backups] = asked;
  // Last, because reading a large file would keep the others from hearing their answers in time.
  const database = await examineDatabase(settings, postgres);
  const publicAddress = address?.outcome === "answered" ? address.clock : null;
  const now = new Date();
  const clock = checkClock({
    now,
    database: database.clock,
    publicAddress,
    latestTrace: database.latestTrace,
  });
  return [
    ...checkSettings([]),
    checkZoneData(readZoneData(timeZone)),
    checkPort({ host, port, state: portState }),
    ...folder,
    checkSecret(secretPath(dataDir), secretState),
    ...disk,
    ...database.findings,
    ...backups,
    ...mails,
    clock,
    ...addressFindings(settings, { state: address, port: portState, secret }),
    checkDefaultAdmin({ isOn: defaultAdmin.isOn, isPrivate }, command),
  ];
}
