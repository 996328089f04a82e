import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Register, Space } from "../database/register/register.ts";
import { sqlitePath } from "../database/sqlite/sqlite-path.ts";
import { isUnused, readSpaceFigures } from "../database/sqlite/read-space-figures.ts";
import { deletedFolder, spaceFolder } from "./space-settings.ts";

/** So long a deleted space can be brought back, and its slug stays taken. */
const KEPT_MS = 30 * 24 * 60 * 60_000;
/** So long the mailed link leads to the form of the first admin, at most. */
const WITHOUT_ACCOUNT_MS = 24 * 60 * 60_000;
/** When one was deleted that nobody ever registered in: so long ago that it is not kept. */
const NEVER_USED = new Date(0);
const OWNER_ONLY = 0o700;
const ASK_AGAIN_MS = 100;

/**
 * Moves the folder of a deleted space aside, once nobody has its database open any more. Returns whether that was so in
 * time; else the server moves it later.
 */
export async function putAside(dataDir: string, slug: string, longestMs = 0): Promise<boolean> {
  const [folder, aside] = [spaceFolder(dataDir, slug), deletedFolder(dataDir, slug)];
  if (!existsSync(folder)) return true;
  const end = performance.now() + longestMs;
  while (!isUnused(folder)) {
    if (performance.now() >= end) return false;
    await sleep(ASK_AGAIN_MS);
  }
  await mkdir(dirname(aside), { recursive: true, mode: OWNER_ONLY });
  await rename(folder, aside);
  return true;
}

/** Moves the folder of a deleted space back. Returns whether there is one. */
export async function bringBack(dataDir: string, slug: string): Promise<boolean> {
  const [folder, aside] = [spaceFolder(dataDir, slug), deletedFolder(dataDir, slug)];
  if (existsSync(folder)) return true;
  if (!existsSync(aside)) return false;
  await rename(aside, folder);
  return true;
}

function isOver({ deletedAt }: Space, now: Date): boolean {
  return deletedAt !== null && now.getTime() - deletedAt.getTime() > KEPT_MS;
}

function isEmpty(folder: string): boolean {
  const figures = readSpaceFigures(folder);
  return figures !== null && figures.people === 0 && figures.events === 0;
}

/**
 * Deletes the spaces whose mailed link is void and in which nobody has registered, so that their slugs are free again.
 * The register may be behind after a kill, so their databases are asked, too.
 */
async function giveUpUnused(register: Register, dataDir: string, now: Date): Promise<void> {
  for (const { slug, state } of await register.listWithoutAccount(new Date(now.getTime() - WITHOUT_ACCOUNT_MS))) {
    const folder = spaceFolder(dataDir, slug);
    // A database that is lost was not empty.
    const isMissing = state !== "new" && !existsSync(sqlitePath(folder));
    if (isMissing || !isEmpty(folder)) continue;
    const change = { from: ["new", "active"], to: "deleted", act: "given up" } as const;
    await register.changeState(slug, { ...change, now, deletedAt: NEVER_USED });
  }
}

/** Somebody registered while it was being deleted. Nobody has it open any more. */
async function keepUsed(register: Register, dataDir: string, { slug, firstAdmin }: Space, now: Date): Promise<void> {
  await bringBack(dataDir, slug);
  const to = firstAdmin === null ? "active" : "new";
  await register.changeState(slug, { from: ["deleted"], to, act: "restored", now });
}

/** Forgets deleted spaces after thirty days, those that nobody ever used at once, and puts aside those that were still open when they were deleted. */
export async function sweepDeleted(register: Register, dataDir: string, now: Date): Promise<void> {
  await giveUpUnused(register, dataDir, now);
  for (const space of await register.listDeleted()) {
    const { slug } = space;
    const isAside = await putAside(dataDir, slug);
    if (!isAside || !isOver(space, now)) continue;
    if (space.deletedAt?.getTime() === NEVER_USED.getTime() && !isEmpty(deletedFolder(dataDir, slug))) {
      await keepUsed(register, dataDir, space, now);
      continue;
    }
    // The row goes last: without it the slug would be free while the folder is still there.
    await rm(deletedFolder(dataDir, slug), { recursive: true, force: true });
    await register.remove(slug);
  }
}
