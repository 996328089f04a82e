import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { isSlug } from "#domain/spaces/slug.ts";
import {
  ACT_COLUMNS,
  actWord,
  filesGone,
  importNeedsAdmin,
  noMoreSpaces,
  notASlug,
  noSuchSpace,
  nothingDeleted,
  slugTaken,
  spaceCreated,
  spaceDeleted,
  spaceDeletionQuestion,
  spaceImported,
  spaceRestored,
  spaceResumed,
  SPACES_COLUMNS,
  spaceSuspended,
  STATE_WORDS,
  unknownSpace,
  wrongState,
} from "#text/commands/command-output.ts";
import { hasOwnAdmin } from "../auth/invitations/admin-invitations.ts";
import { invitationLink } from "../auth/links/tokens.ts";
import { backupFolder, backupName } from "../database/backup/backup-files.ts";
import { restoreBackup } from "../database/backup/restore-backup.ts";
import { writeBackup } from "../database/backup/write-backup.ts";
import { migrate } from "../database/migrate.ts";
import { openRegister, type Register } from "../database/register/register.ts";
import type { Space, SpaceState } from "../database/register/space-rows.ts";
import { StartError } from "../errors.ts";
import { createSpace, newSecretValue } from "../spaces/create-space.ts";
import { bringBack, putAside, usableState } from "../spaces/deleted-spaces.ts";
import { spaceOrigin } from "../spaces/space-address.ts";
import { deletedFolder, requireSpacesOn, spaceFolder } from "../spaces/space-settings.ts";
import { commandLine, linkOrigin, print, requireEmail, runTool, type ToolCall, UsageError } from "./command-line.ts";
import { isConfirmed, noteRestored, textTable } from "./command.ts";
import { openSpaceForCommand } from "./space-of-command.ts";

const USAGE = [
  "list [--json]",
  "create SLUG --name NAME --admin EMAIL [--json]",
  "suspend SLUG [--json]",
  "resume SLUG [--json]",
  "delete SLUG --yes [--json]",
  "restore SLUG [--json]",
  "import SLUG FILE [--json]",
  "export SLUG",
  "journal [SLUG] [--json]",
];
const OPTIONS = { name: "string", admin: "string", yes: "boolean", json: "boolean" } as const;

/** How long `delete` waits until the server has closed the space. If it takes longer, the server moves the folder later. */
const LONGEST_CLOSING_MS = 15_000;

interface Call extends ToolCall<typeof OPTIONS> {
  readonly register: Register;
  readonly now: Date;
}

/** What `--json` prints about a space. */
async function rowOf({ settings: { dataDir }, register }: Call, { slug, state, usedAt }: Space) {
  const isDeleted = state === "deleted";
  const folder = (isDeleted ? deletedFolder : spaceFolder)(dataDir, slug);
  const figures = await register.storage.readFigures({ slug, folder }, isDeleted);
  const { people = null, events = null, bytes = null } = figures ?? {};
  return { slug, people, events, bytes, lastUsed: usedAt?.toISOString() ?? null, state };
}

/** Finds a space in any state. */
async function findAny({ register }: Call, slug: string): Promise<Space> {
  const space = await register.find(slug);
  if (space === null) throw new StartError(noSuchSpace(slug));
  return space;
}

/** The text to print: `sentence`, or with `--json` the space's current row and the fields of `extra`. */
async function outputOf(call: Call, slug: string, sentence: string, extra: object = {}): Promise<string> {
  if (call.options.json !== true) return sentence;
  return JSON.stringify({ ...(await rowOf(call, await findAny(call, slug))), ...extra }, null, 2);
}

async function list(call: Call): Promise<string> {
  const rows: Awaited<ReturnType<typeof rowOf>>[] = [];
  for (const space of await call.register.list()) rows.push(await rowOf(call, space));
  if (call.options.json === true) return JSON.stringify(rows, null, 2);
  return textTable([
    SPACES_COLUMNS,
    ...rows.map(({ slug, people, events, bytes, lastUsed, state }) => [
      slug,
      ...[people, events, bytes].map((figure) => (figure === null ? "?" : String(figure))),
      lastUsed?.slice(0, "2026-11-24".length) ?? "-",
      STATE_WORDS[state],
    ]),
  ]);
}

async function readJournal({ register, options }: Call, slug: string | undefined): Promise<string> {
  const acts = await register.listActs(slug);
  if (options.json === true) return JSON.stringify(acts, null, 2);
  return textTable([ACT_COLUMNS, ...acts.map((act) => [act.doneAt.toISOString(), act.slug, actWord(act.act)])]);
}

function requireSlug(slug: string): void {
  if (!isSlug(slug)) throw new StartError(notASlug(slug));
}

async function create(call: Call, slug: string): Promise<string> {
  const { settings, register, options, now } = call;
  if (options.name === undefined || options.admin === undefined) throw new UsageError("no name or no admin");
  requireSlug(slug);
  const email = requireEmail(options.admin);
  const token = await createSpace(register, { slug, name: options.name, email }, now);
  const link = invitationLink(spaceOrigin(linkOrigin(settings), slug), token);
  return outputOf(call, slug, spaceCreated(email, link), { link });
}

interface StateChange {
  readonly from: readonly SpaceState[];
  readonly to: SpaceState;
  /** The name of the change in the journal of spaces. */
  readonly act: string;
}

async function changeState({ register, now }: Call, { slug, state }: Space, change: StateChange): Promise<void> {
  if (!(await register.changeState(slug, { ...change, now }))) throw new StartError(wrongState(slug, state));
}

async function suspend(call: Call, slug: string): Promise<string> {
  const space = await findAny(call, slug);
  await changeState(call, space, { from: ["new", "active"], to: "suspended", act: "suspended" });
  return outputOf(call, slug, spaceSuspended(slug));
}

async function resume(call: Call, slug: string): Promise<string> {
  const space = await findAny(call, slug);
  await changeState(call, space, { from: ["suspended"], to: usableState(space), act: "resumed" });
  return outputOf(call, slug, spaceResumed(slug));
}

async function remove(call: Call, slug: string): Promise<string> {
  const { settings, options } = call;
  const space = await findAny(call, slug);
  const isSure = options.yes === true || (await isConfirmed(spaceDeletionQuestion(slug), slug));
  if (!isSure) throw new StartError(nothingDeleted);
  await changeState(call, space, { from: ["new", "active", "suspended", "importing"], to: "deleted", act: "deleted" });
  await putAside(call.register, settings.dataDir, slug, LONGEST_CLOSING_MS);
  return outputOf(call, slug, spaceDeleted(slug, commandLine("spaces", `restore ${slug}`)));
}

async function restore(call: Call, slug: string): Promise<string> {
  const space = await findAny(call, slug);
  if (space.state !== "deleted") throw new StartError(wrongState(slug, space.state));
  const hasData = await bringBack(call.register, call.settings.dataDir, slug);
  if (!hasData && space.firstAdmin === null) throw new StartError(filesGone(slug));
  await changeState(call, space, { from: ["deleted"], to: usableState(space), act: "restored" });
  return outputOf(call, slug, spaceRestored(slug));
}

async function deleteData({ settings, register }: Call, slug: string): Promise<void> {
  await register.storage.drop(slug, { isAside: false });
  await rm(spaceFolder(settings.dataDir, slug), { recursive: true, force: true });
}

/** Deletes the data of an earlier import that was killed, and restores the backup into the space. */
async function fillFrom(call: Call, slug: string, file: string): Promise<void> {
  const { settings, register, now } = call;
  await deleteData(call, slug);
  const database = await register.storage.open({ slug, folder: spaceFolder(settings.dataDir, slug) }, { isNew: true });
  try {
    await migrate(database);
    await restoreBackup(database, resolve(file), async (filled, madeAt) => {
      if (!(await hasOwnAdmin(filled))) throw new StartError(importNeedsAdmin);
      await noteRestored(filled, { madeAt, now, timeZone: settings.timeZone });
    });
  } finally {
    await database.close();
  }
}

async function importFile(call: Call, slug: string, file: string): Promise<string> {
  const { settings, register, now } = call;
  requireSlug(slug);
  const folder = spaceFolder(settings.dataDir, slug);
  // A space whose row is gone, as after an older register was put back: an import begins by deleting what is there.
  if (
    (await register.find(slug)) === null &&
    (existsSync(folder) || (await register.storage.isThere({ slug, folder })))
  ) {
    throw new StartError(unknownSpace(slug, folder));
  }
  const space = { slug, name: slug, state: "importing", secretValue: newSecretValue(), firstAdmin: null } as const;
  const added = await register.add(space, "import begun", now);
  if (added === "full") throw new StartError(noMoreSpaces(register.storage.mostSpaces));
  // A space in the state `importing` is left from an import that was killed: it is filled again.
  if (added === "taken" && (await findAny(call, slug)).state !== "importing") throw new StartError(slugTaken(slug));
  try {
    await fillFrom(call, slug, file);
  } catch (error) {
    await deleteData(call, slug);
    await register.remove(slug);
    throw error;
  }
  // Makes the server open the space now, so that it adds the jobs for reminders.
  await register.noteDue(slug, now);
  await register.changeState(slug, { from: ["importing"], to: "active", act: "imported", now });
  return outputOf(call, slug, spaceImported(slug, spaceOrigin(linkOrigin(settings), slug)));
}

async function exportSpace({ settings, register, now }: Call, slug: string): Promise<string> {
  const opened = await openSpaceForCommand(settings, slug);
  try {
    const path = join(backupFolder(opened.settings.dataDir), backupName("backup", now));
    await writeBackup(opened.database, path, now);
    await register.recordAct(slug, "exported", now);
    return path;
  } finally {
    await opened.close();
  }
}

const ACTIONS: ReadonlyMap<string, (call: Call, slug: string) => Promise<string>> = new Map([
  ["create", create],
  ["suspend", suspend],
  ["resume", resume],
  ["delete", remove],
  ["restore", restore],
  ["export", exportSpace],
]);

function runAction(call: Call): Promise<string> {
  const [action = "", slug, file, ...others] = call.words;
  if (action === "list" && slug === undefined) return list(call);
  if (action === "journal" && file === undefined) return readJournal(call, slug);
  if (action === "import" && slug !== undefined && file !== undefined && others.length === 0) {
    return importFile(call, slug, file);
  }
  const act = ACTIONS.get(action);
  if (act === undefined || slug === undefined || file !== undefined) throw new UsageError("unknown action");
  return act(call, slug);
}

/** `npm run spaces`: lists and changes the spaces of an installation, while its server runs. */
await runTool({ name: "spaces", usage: USAGE, words: [0, Infinity], options: OPTIONS }, async (call) => {
  requireSpacesOn(call.settings);
  const register = await openRegister(call.settings);
  try {
    print(await runAction({ ...call, register, now: new Date() }));
  } finally {
    await register.close();
  }
});
