import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Register } from "../database/register/register.ts";
import type { Space, SpaceState } from "../database/register/space-rows.ts";
import { deletedFolder, spaceFolder } from "./space-settings.ts";

type WithStorage = Pick<Register, "storage">;

/** A deleted space can be restored for this time. Until then its slug is taken. */
const KEPT_MS = 30 * 24 * 60 * 60_000;
/** A space in which nobody has registered is deleted after this time: its mailed link has expired then. */
const WITHOUT_ACCOUNT_MS = 24 * 60 * 60_000;
/** The stored time of deletion of a space in which nobody ever registered: its data are then removed at once. */
const LONG_AGO = new Date(0);
const OWNER_ONLY = 0o700;
const RETRY_MS = 100;

/**
 * Moves the data of a deleted space aside, when no process has them open any more. Returns `false` after the timeout
 * `longestMs`: the server tries again later. Idempotent, so it can be repeated after a crash.
 */
export async function putAside(
  { storage }: WithStorage,
  dataDir: string,
  slug: string,
  longestMs = 0,
): Promise<boolean> {
  const [folder, aside] = [spaceFolder(dataDir, slug), deletedFolder(dataDir, slug)];
  const deadline = performance.now() + longestMs;
  while (!(await storage.isUnused({ slug, folder }))) {
    if (performance.now() >= deadline) return false;
    await sleep(RETRY_MS);
  }
  await storage.putAside(slug);
  if (!existsSync(folder)) return true;
  await mkdir(dirname(aside), { recursive: true, mode: OWNER_ONLY });
  await rename(folder, aside);
  return true;
}

/** Moves the data of a deleted space back. Returns whether the space has data. */
export async function bringBack({ storage }: WithStorage, dataDir: string, slug: string): Promise<boolean> {
  const [folder, aside] = [spaceFolder(dataDir, slug), deletedFolder(dataDir, slug)];
  await storage.bringBack(slug);
  if (!existsSync(folder) && existsSync(aside)) await rename(aside, folder);
  return storage.isThere({ slug, folder });
}

function isExpired({ deletedAt }: Space, now: Date): boolean {
  return deletedAt !== null && now.getTime() - deletedAt.getTime() > KEPT_MS;
}

/**
 * Whether a space has neither people nor events. If its data cannot be read, it does not count as empty. A `new` space has
 * no database yet. An `active` one has a database: no bytes mean that the file or schema is missing.
 */
async function isEmpty({ storage }: WithStorage, dataDir: string, { slug, state }: Space): Promise<boolean> {
  const isAside = state === "deleted";
  const place = { slug, folder: isAside ? deletedFolder(dataDir, slug) : spaceFolder(dataDir, slug) };
  if (!isAside && !(await storage.isThere(place))) return state === "new";
  const figures = await storage.readFigures(place, isAside);
  const isUnreadable = figures === null || (figures.bytes === 0 && state === "active");
  return !isUnreadable && figures.people === 0 && figures.events === 0;
}

/**
 * Deletes spaces in which nobody registered before their mailed link expired, so that their slugs are free again. Also
 * checks the databases of these spaces: after a crash the register may be outdated.
 */
async function deleteUnused(register: Register, dataDir: string, now: Date): Promise<void> {
  for (const space of await register.listWithoutAccount(new Date(now.getTime() - WITHOUT_ACCOUNT_MS))) {
    if (!(await isEmpty(register, dataDir, space))) continue;
    const change = { from: ["new", "active"], to: "deleted", act: "given up" } as const;
    await register.changeState(space.slug, { ...change, now, deletedAt: LONG_AGO });
  }
}

/** The state of a space in use: `new` until it is first opened, which invites its first admin, then `active`. */
export function usableState({ firstAdmin }: Space): SpaceState {
  return firstAdmin === null ? "active" : "new";
}

/** Restores a space in which somebody registered while it was being deleted as unused. No process may have it open. */
async function restoreUsed(register: Register, dataDir: string, space: Space, now: Date): Promise<void> {
  await bringBack(register, dataDir, space.slug);
  await register.changeState(space.slug, { from: ["deleted"], to: usableState(space), act: "restored", now });
}

async function sweepOne(register: Register, dataDir: string, slug: string, now: Date): Promise<void> {
  const space = await register.find(slug);
  // It was restored since the list was read.
  if (space?.state !== "deleted") return;
  const isAside = await putAside(register, dataDir, slug);
  if (!isAside || !isExpired(space, now)) return;
  if (space.deletedAt?.getTime() === LONG_AGO.getTime() && !(await isEmpty(register, dataDir, space))) {
    return restoreUsed(register, dataDir, space, now);
  }
  // The row is removed last: without it, somebody could create a space with this slug while the data still exist.
  await register.storage.drop(slug, { isAside: true });
  await rm(deletedFolder(dataDir, slug), { recursive: true, force: true });
  await register.remove(slug);
}

/**
 * Called at the start and each hour. Deletes unused spaces. Moves the data of deleted spaces aside, and removes them after
 * thirty days, or at once if nobody ever used the space.
 * @throws Error at the end, if some spaces could not be swept
 */
export async function sweepDeleted(register: Register, dataDir: string, now: Date): Promise<void> {
  await deleteUnused(register, dataDir, now);
  const failures: string[] = [];
  for (const { slug } of await register.listDeleted()) {
    await sweepOne(register, dataDir, slug, now).catch((error: unknown) => failures.push(`${slug}: ${String(error)}`));
  }
  if (failures.length > 0) throw new Error(failures.join("; "));
}
