import { existsSync } from "node:fs";
import { stat, statfs } from "node:fs/promises";
import { type IncomingMessage, request as requestPlain } from "node:http";
import { request as requestSecure } from "node:https";
import { dirname, join } from "node:path";
import { TLSSocket } from "node:tls";
import { OPERATIONS } from "#contract/operations.ts";
import { checkPostgres, checkSqlite, databaseGone } from "#text/doctor/database-check.ts";
import { type CommandLine, type Finding, unchecked } from "#text/doctor/finding.ts";
import { checkBackup, checkClock, checkDisk, type DiskState } from "#text/doctor/machine-check.ts";
import { type AddressState, checkAddress, checkMail, type MailState } from "#text/doctor/network-checks.ts";
import { checkDefaultAdmin, checkSettings } from "#text/doctor/settings-check.ts";
import { backupFolder, listBackups } from "../database/backup/backup-files.ts";
import { ifThere, reasonOf } from "../database/data-dir.ts";
import { MIGRATIONS } from "../database/migrate.ts";
import { inspectPostgres } from "../database/postgres/inspect-postgres.ts";
import { REGISTER_SCHEMA, spaceSchema } from "../database/postgres/space-schema.ts";
import { REGISTER_MIGRATIONS } from "../database/register/register-schema.ts";
import type { Space } from "../database/register/space-rows.ts";
import { registerPath, sqlitePath } from "../database/sqlite/sqlite-path.ts";
import type { Settings } from "../env.ts";
import { verifyMailServer } from "../mail/smtp-transport.ts";
import { TimeoutError, within } from "../time-limit.ts";

const BACKUP_NAME = /^(?:automatic|backup|before-restore)-.*\.jsonl\.gz$/;

/** `path`, or the nearest folder above it that exists. */
async function nearestFolder(path: string): Promise<string> {
  return (await ifThere(stat(path))) === null && dirname(path) !== path ? nearestFolder(dirname(path)) : path;
}

async function probeDisk(dataDir: string): Promise<DiskState> {
  const { bavail, bsize } = await statfs(await nearestFolder(dataDir));
  const database = await ifThere(stat(sqlitePath(dataDir)));
  return { freeBytes: bavail * bsize, databaseBytes: database?.size ?? 0 };
}

/** When the newest backup was written, and when the SQLite file was created. */
async function probeBackups(dataDir: string): Promise<{ newest: Date | null; databaseSince: Date | null }> {
  const folder = backupFolder(dataDir);
  const names = (await listBackups(folder)).filter((name) => BACKUP_NAME.test(name));
  const times = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).mtimeMs));
  const database = await ifThere(stat(sqlitePath(dataDir)));
  return {
    newest: times.length === 0 ? null : new Date(Math.max(...times)),
    databaseSince: database?.birthtime ?? null,
  };
}

/** How many characters are read of a response: more than the server's own response has. */
const LONGEST_BODY = 10_000;
const DAY_MS = 24 * 60 * 60 * 1000;
/** How the `type` of the server's problem documents (RFC 9457) begins. */
const PROBLEM = "urn:diapason:problem:";

function send(origin: string, signal: AbortSignal): Promise<IncomingMessage> {
  const url = new URL(OPERATIONS.health.path, origin);
  const request = url.protocol === "https:" ? requestSecure : requestPlain;
  return new Promise((resolve, reject) => {
    request(url, { agent: false, signal }, resolve).on("error", reject).end();
  });
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of incoming.setEncoding("utf8")) {
    text += String(chunk);
    if (text.length > LONGEST_BODY) break;
  }
  return text;
}

/** Whether a Diapason server wrote this response. */
function isFromDiapason(body: string): boolean {
  try {
    const { status, type } = JSON.parse(body) as { status?: unknown; type?: unknown };
    return status === "ok" || String(type).startsWith(PROBLEM);
  } catch {
    return false;
  }
}

/** For how many days the TLS certificate is still valid; `null` without TLS. */
function daysLeftOf({ socket }: IncomingMessage): number | null {
  if (!(socket instanceof TLSSocket)) return null;
  return Math.floor((Date.parse(socket.getPeerCertificate().valid_to) - Date.now()) / DAY_MS);
}

/** Requests the health of the server at `origin`. Rejects when there is no response in time. */
async function requestHealth(origin: string, signal: AbortSignal): Promise<AddressState> {
  const incoming = await send(origin, signal);
  const daysLeft = daysLeftOf(incoming);
  const { statusCode = 0, headers } = incoming;
  const isRedirection = statusCode >= 300 && statusCode < 400;
  return {
    outcome: "answered",
    status: statusCode,
    location: isRedirection ? (headers.location ?? "?") : null,
    isDiapason: isFromDiapason(await readBody(incoming)),
    daysLeft,
    clock: headers.date === undefined ? null : { there: new Date(headers.date), here: new Date() },
  };
}

/** How long each check may take. */
const LONGEST_MS = 5000;

/** The code of an error, to show to the operator. Messages are not shown: those of libraries may contain a user's name. */
function codeOf(error: unknown): string {
  const reason = reasonOf(error);
  // Two kinds of time limit: `within` throws a `TimeoutError`, and the signal of a request aborts it.
  if (error instanceof TimeoutError || reason === "ABORT_ERR") return "ETIMEDOUT";
  return /^[\w-]{3,60}$/.test(reason) ? reason : "EUNKNOWN";
}

interface Failure {
  readonly outcome: "failed";
  readonly reason: string;
}

/** The result of a check, or the reason why it failed or took longer than `LONGEST_MS`. */
async function withinLimit<State>(check: Promise<State>): Promise<State | Failure> {
  try {
    return await within(LONGEST_MS, check);
  } catch (error) {
    return { outcome: "failed", reason: codeOf(error) };
  }
}

/** Host and port of a URL, without user and password. */
function hostOf(url: string): string {
  return new URL(url).host;
}

type ExaminedSpace = Pick<Space, "slug" | "firstAdmin">;

/**
 * Checks the database. An installation with spaces has only its register checked: each space has its own `doctor --space`.
 * Also returns what shows that this machine's clock is wrong: the clock of PostgreSQL, or the latest time stored in SQLite.
 */
async function examineDatabase(
  { dataDir, databaseUrl, spaces }: Settings,
  space: ExaminedSpace | null,
  command: CommandLine,
) {
  const isRegister = spaces !== null;
  // The first opening of a space creates its database, and moves its first admin there.
  const mayBeMissing = space ? space.firstAdmin !== null : !isRegister || !existsSync(join(dataDir, "spaces"));
  const ownVersion = (isRegister ? REGISTER_MIGRATIONS : MIGRATIONS).length;
  if (databaseUrl !== null) {
    const planningSchema = space === null ? null : spaceSchema(space.slug);
    const schema = isRegister ? REGISTER_SCHEMA : planningSchema;
    const state = await withinLimit(inspectPostgres(databaseUrl, schema, LONGEST_MS));
    const findings =
      !mayBeMissing && state.outcome === "opened" && state.version === null
        ? [databaseGone(String(schema))]
        : checkPostgres(hostOf(databaseUrl), state, ownVersion);
    return { findings, clock: state.outcome === "opened" ? state.clock : null, latestTrace: null };
  }
  const { inspectSqlite } = await import("../database/sqlite/inspect-sqlite.ts");
  const path = isRegister ? registerPath(dataDir) : sqlitePath(dataDir);
  const { state, latestTrace } = inspectSqlite(path);
  // A file without tables is one whose copy or creation was cut short.
  const isEmpty = state.outcome === "opened" && state.verdict === "ok" && state.version === null;
  const isPlanning = space === null && !isRegister;
  const findings =
    !mayBeMissing && (isEmpty || state.outcome === "missing")
      ? [databaseGone(path)]
      : checkSqlite(path, state, ownVersion, isPlanning ? command : null);
  return { findings, clock: null, latestTrace };
}

/** `null` without a public address. */
async function probeAddress({ baseUrl, isPrivate }: Settings): Promise<AddressState | null> {
  if (baseUrl === null || isPrivate) return null;
  return withinLimit(requestHealth(baseUrl, AbortSignal.timeout(LONGEST_MS)));
}

async function examineMail({ mailUrl, mailFrom }: Settings, command: CommandLine): Promise<Finding> {
  const state: MailState = await withinLimit(verifyMailServer(mailUrl, LONGEST_MS));
  return checkMail(mailUrl === null ? "" : hostOf(mailUrl), mailFrom, state, command);
}

async function examineDisk({ dataDir }: Settings): Promise<Finding> {
  const state = await withinLimit(probeDisk(dataDir));
  return "reason" in state ? unchecked("Disque", state.reason) : checkDisk(state);
}

async function examineBackups({ dataDir, databaseUrl }: Settings, command: CommandLine): Promise<Finding> {
  const state = await withinLimit(probeBackups(dataDir));
  if ("reason" in state) return unchecked("Sauvegarde", state.reason);
  const engine = databaseUrl === null ? "sqlite" : "postgres";
  return checkBackup({ engine, now: new Date(), ...state }, command);
}

/**
 * The checks of `npm run doctor`: database, disk, backups, mail server, clock, public address and settings. They only read,
 * and create no missing folder. None takes longer than some seconds.
 * @param space the space whose settings these are; `null`: the whole installation
 */
export async function examine(
  settings: Settings,
  space: ExaminedSpace | null,
  command: CommandLine,
): Promise<Finding[]> {
  const { defaultAdmin, isPrivate, baseUrl } = settings;
  const [address, mail, disk, backups] = await Promise.all([
    probeAddress(settings),
    examineMail(settings, command),
    examineDisk(settings),
    examineBackups(settings, command),
  ]);
  // After the others: reading a large SQLite file blocks this process, so their responses would seem too late.
  const { findings, clock, latestTrace } = await examineDatabase(settings, space, command);
  const addressClock = address?.outcome === "answered" ? address.clock : null;
  return [
    ...checkSettings([]),
    ...findings,
    disk,
    ...(settings.spaces === null ? [backups] : []),
    mail,
    checkClock({ now: new Date(), database: clock, publicAddress: addressClock, latestTrace }),
    checkAddress({ baseUrl, isPrivate, state: address }),
    // No space has this account.
    checkDefaultAdmin({ isOn: defaultAdmin.isOn && settings.spaces === null, isPrivate }, command),
  ];
}
