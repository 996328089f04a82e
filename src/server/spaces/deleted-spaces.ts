import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Register } from "../database/register/register.ts";
import type { Space } from "../database/register/space-rows.ts";
import { deletedFolder, spaceFolder } from "./space-settings.ts";

type Storing = Pick<Register, "storage">;

/** For this time a deleted space can be restored, and its slug stays taken. */
const KEPT_MS = 30 * 24 * 60 * 60_000;
/** The lifetime of the mailed link with which the first admin registers. */
const WITHOUT_ACCOUNT_MS = 24 * 60 * 60_000;
/** The time of deletion for a space in which nobody ever registered: so long ago that the space is not kept. */
const NEVER_USED = new Date(0);
const OWNER_ONLY = 0o700;
const RETRY_MS = 100;

/**
 * Moves the data of a deleted space aside once no process has them open. Returns `false` if this takes longer than
 * `longestMs`: the server moves them later. After a kill it can be repeated.
 */
export async function putAside({ storage }: Storing, dataDir: string, slug: string, longestMs = 0): Promise<boolean> {
  const [folder, aside] = [spaceFolder(dataDir, slug), deletedFolder(dataDir, slug)];
  const end = performance.now() + longestMs;
  while (!(await storage.isUnused({ slug, folder }))) {
    if (performance.now() >= end) return false;
    await sleep(RETRY_MS);
  }
  await storage.putAside(slug);
  if (!existsSync(folder)) return true;
  await mkdir(dirname(aside), { recursive: true, mode: OWNER_ONLY });
  await rename(folder, aside);
  return true;
}

/** Moves the data of a deleted space back. Returns whether there are any. */
export async function bringBack({ storage }: Storing, dataDir: string, slug: string): Promise<boolean> {
  const [folder, aside] = [spaceFolder(dataDir, slug), deletedFolder(dataDir, slug)];
  await storage.bringBack(slug);
  if (!existsSync(folder) && existsSync(aside)) await rename(aside, folder);
  return storage.isThere({ slug, folder });
}

function isOver({ deletedAt }: Space, now: Date): boolean {
  return deletedAt !== null && now.getTime() - deletedAt.getTime() > KEPT_MS;
}

/** Whether a space has neither people nor events. Lost data do not count as empty. */
async function isEmpty({ storage }: Storing, dataDir: string, { slug, state }: Space): Promise<boolean> {
  const isAside = state === "deleted";
  const place = { slug, folder: isAside ? deletedFolder(dataDir, slug) : spaceFolder(dataDir, slug) };
  if (!isAside && !(await storage.isThere(place))) return state === "new";
  const figures = await storage.readFigures(place, isAside);
  const isLost = figures === null || (figures.bytes === 0 && state === "active");
  return !isLost && figures.people === 0 && figures.events === 0;
}

/**
 * Deletes the spaces whose mailed link has expired and in which nobody has registered, so that their slugs are free again.
 * After a kill the register may be outdated, so their databases are checked too.
 */
async function giveUpUnused(register: Register, dataDir: string, now: Date): Promise<void> {
  for (const space of await register.listWithoutAccount(new Date(now.getTime() - WITHOUT_ACCOUNT_MS))) {
    if (!(await isEmpty(register, dataDir, space))) continue;
    const change = { from: ["new", "active"], to: "deleted", act: "given up" } as const;
    await register.changeState(space.slug, { ...change, now, deletedAt: NEVER_USED });
  }
}

/** Restores a space in which somebody registered while it was being deleted. No process may have it open. */
async function keepUsed(register: Register, dataDir: string, { slug, firstAdmin }: Space, now: Date): Promise<void> {
  await bringBack(register, dataDir, slug);
  const to = firstAdmin === null ? "active" : "new";
  await register.changeState(slug, { from: ["deleted"], to, act: "restored", now });
}

/**
 * Removes spaces that were deleted thirty days ago, and at once those that nobody ever used. Puts aside the data of deleted
 * spaces that were still open before.
 */
export async function sweepDeleted(register: Register, dataDir: string, now: Date): Promise<void> {
  await giveUpUnused(register, dataDir, now);
  for (const space of await register.listDeleted()) {
    const { slug } = space;
    const isAside = await putAside(register, dataDir, slug);
    if (!isAside || !isOver(space, now)) continue;
    if (space.deletedAt?.getTime() === NEVER_USED.getTime() && !(await isEmpty(register, dataDir, space))) {
      await keepUsed(register, dataDir, space, now);
      continue;
    }
    // The row is removed last: without it the slug would be free while the data still exist.
    await register.storage.drop(slug, true);
    await rm(deletedFolder(dataDir, slug), { recursive: true, force: true });
    await register.remove(slug);
  }
}
