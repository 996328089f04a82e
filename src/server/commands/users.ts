import type { UserRow } from "#contract/accounts/users.ts";
import type { ErrorCode } from "#contract/errors.ts";
import { comparePeople, fullName } from "#domain/people/people.ts";
import {
  ACCOUNT_WORDS,
  ADMIN_WORD,
  deletionQuestion,
  nobodyHas,
  nobodyToPromote,
  nothingDeleted,
  nowAdmin,
  REFUSED_ACTS,
  resetLink,
  userDeleted,
  USERS_COLUMNS,
  usersCsv,
} from "#text/commands/command-output.ts";
import type { UserRecord } from "../api/user-record.ts";
import { createDefaultAdmin } from "../auth/default-admin.ts";
import { createHandedOverResets } from "../auth/resets/password-reset.ts";
import { Refusal, StartError } from "../errors.ts";
import { createSharedPlanning } from "../planning/shared-planning.ts";
import { listUsers, presentListed } from "../users/read-users.ts";
import { findByEmail, promote } from "../users/write-admins.ts";
import { deleteUser } from "../users/write-deletion.ts";
import { commandLine, linkOrigin, requireEmail, UsageError } from "./command-line.ts";
import { type CommandCall, isConfirmed, runCommand, textTable } from "./command.ts";

const USAGE = ["list [--format table|csv|json]", "promote EMAIL", "reset-link EMAIL", "delete EMAIL [--yes]"];
const OPTIONS = { format: "string", yes: "boolean" } as const;

type Call = CommandCall<typeof OPTIONS>;

const REFUSALS: Partial<Readonly<Record<ErrorCode, string>>> = REFUSED_ACTS;

const clock = (): Date => new Date();

/** Returns a function that says whether a user has an admin's rights. The built-in admin has them only while it is on. */
function adminCheck({ settings, database }: Call): (user: UserRecord) => boolean {
  return createDefaultAdmin(database, settings.defaultAdmin, clock).hasRights;
}

function usersTable(rows: readonly UserRow[]): string {
  return textTable([
    USERS_COLUMNS,
    ...rows.map((row) => [
      row.email ?? "-",
      fullName(row),
      row.positions.join(", "),
      row.isAdmin ? ADMIN_WORD : "-",
      ACCOUNT_WORDS[row.account ?? "active"],
      row.createdAt.slice(0, "2026-11-24".length),
    ]),
  ]);
}

const FORMATS: ReadonlyMap<string, (rows: readonly UserRow[]) => string> = new Map([
  ["table", usersTable],
  ["csv", usersCsv],
  ["json", (rows) => JSON.stringify(rows, null, 2)],
]);

async function list(call: Call): Promise<string> {
  const format = FORMATS.get(call.options.format ?? "table");
  if (format === undefined) throw new UsageError("unknown format");
  const hasRights = adminCheck(call);
  const users = await listUsers(call.database, clock());
  // The rows as the page shows them to an admin.
  const rows = users.map((user) => presentListed({ ...user, isAdmin: hasRights(user) }, { id: "", isAdmin: true }));
  return format(rows.toSorted(comparePeople));
}

async function promoteUser(call: Call, email: string): Promise<string> {
  try {
    await promote(call.database, { email, actorId: null, hasRights: adminCheck(call), now: clock() });
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "admin.email_unknown") throw error;
    const invite = commandLine("admin", email);
    throw new StartError(nobodyToPromote(email, invite), { cause: error });
  }
  return nowAdmin(email);
}

async function findUser({ database }: Call, email: string): Promise<UserRecord> {
  const user = await findByEmail(database, email);
  if (user === null) throw new StartError(nobodyHas(email));
  return user;
}

async function makeResetLink(call: Call, email: string): Promise<string> {
  const { settings, database } = call;
  const { id } = await findUser(call, email);
  const handOver = createHandedOverResets({ settings, database, baseUrl: linkOrigin(settings), clock });
  // `null`: the command line does it, not an admin.
  const { link } = await handOver(null, id);
  return resetLink(email, link);
}

async function removeUser(call: Call, email: string): Promise<string> {
  const { settings, database, options } = call;
  const user = await findUser(call, email);
  const question = deletionQuestion(fullName(user), email);
  if (options.yes !== true && !(await isConfirmed(question, email))) throw new StartError(nothingDeleted);
  const planning = createSharedPlanning({ database, timeZone: settings.timeZone, clock });
  await deleteUser(planning, { userId: user.id, actorId: null, hasRights: adminCheck(call) });
  return userDeleted(email);
}

const ACTIONS: ReadonlyMap<string, (call: Call, email: string) => Promise<string>> = new Map([
  ["promote", promoteUser],
  ["reset-link", makeResetLink],
  ["delete", removeUser],
]);

async function runAction(call: Call): Promise<string> {
  const [action = "", word] = call.words;
  if (action === "list" && word === undefined) return list(call);
  const act = ACTIONS.get(action);
  if (act === undefined || word === undefined) throw new UsageError("unknown action");
  const email = requireEmail(word);
  try {
    return await act(call, email);
  } catch (error) {
    const sentence = error instanceof Refusal ? REFUSALS[error.code] : undefined;
    throw sentence === undefined ? error : new StartError(`${email} ${sentence}`, { cause: error });
  }
}

/** `npm run users`: lists the team, and does for the operator what admins do on /users. */
await runCommand({ name: "users", usage: USAGE, words: [1, 2], options: OPTIONS }, runAction);
