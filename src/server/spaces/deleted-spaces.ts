import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Register } from "../database/register/register.ts";
import type { Space } from "../database/register/space-rows.ts";
import { deletedFolder, spaceFolder } from "./space-settings.ts";

type Storing = Pick<Register, "storage">;

/** So long a deleted space can be brought back, and its slug stays taken. */
const KEPT_MS = 30 * 24 * 60 * 60_000;
/** So long the mailed link leads to the form of the first admin, at most. */
const WITHOUT_ACCOUNT_MS = 24 * 60 * 60_000;
/** When one was deleted that nobody ever registered in: so long ago that it is not kept. */
const NEVER_USED = new Date(0);
const OWNER_ONLY = 0o700;
const ASK_AGAIN_MS = 100;

/**
 * Moves the data of a deleted space aside, once nobody has them open any more. Returns whether that was so in time; else
 * the server moves them later. A step that was done before a kill is not done again.
 */
export async function putAside({ storage }: Storing, dataDir: string, slug: string, longestMs = 0): Promise<boolean> {
  const [folder, aside] = [spaceFolder(dataDir, slug), deletedFolder(dataDir, slug)];
  const end = performance.now() + longestMs;
  while (!(await storage.isUnused({ slug, folder }))) {
    if (performance.now() >= end) return false;
    await sleep(ASK_AGAIN_MS);
  }
  await storage.putAside(slug);
  if (!existsSync(folder)) return true;
  await mkdir(dirname(aside), { recursive: true, mode: OWNER_ONLY });
  await rename(folder, aside);
  return true;
}

/** Moves the data of a deleted space back. Returns whether there are some. */
export async function bringBack({ storage }: Storing, dataDir: string, slug: string): Promise<boolean> {
  const [folder, aside] = [spaceFolder(dataDir, slug), deletedFolder(dataDir, slug)];
  await storage.bringBack(slug);
  if (!existsSync(folder) && existsSync(aside)) await rename(aside, folder);
  return storage.isThere({ slug, folder });
}

function isOver({ deletedAt }: Space, now: Date): boolean {
  return deletedAt !== null && now.getTime() - deletedAt.getTime() > KEPT_MS;
}

/** Whether nobody and nothing is in it. Data that are lost were not empty. */
async function isEmpty({ storage }: Storing, dataDir: string, { slug, state }: Space): Promise<boolean> {
  const isAside = state === "deleted";
  const place = { slug, folder: isAside ? deletedFolder(dataDir, slug) : spaceFolder(dataDir, slug) };
  if (!isAside && !(await storage.isThere(place))) return state === "new";
  const figures = await storage.readFigures(place, isAside);
  const isLost = figures === null || (figures.bytes === 0 && state === "active");
  return !isLost && figures.people === 0 && figures.events === 0;
}

/**
 * Deletes the spaces whose mailed link is void and in which nobody has registered, so that their slugs are free again.
 * The register may be behind after a kill, so their databases are asked, too.
 */
async function giveUpUnused(register: Register, dataDir: string, now: Date): Promise<void> {
  for (const space of await register.listWithoutAccount(new Date(now.getTime() - WITHOUT_ACCOUNT_MS))) {
    if (!(await isEmpty(register, dataDir, space))) continue;
    const change = { from: ["new", "active"], to: "deleted", act: "given up" } as const;
    await register.changeState(space.slug, { ...change, now, deletedAt: NEVER_USED });
  }
}

/** Somebody registered while it was being deleted. Nobody has it open any more. */
async function keepUsed(register: Register, dataDir: string, { slug, firstAdmin }: Space, now: Date): Promise<void> {
  await bringBack(register, dataDir, slug);
  const to = firstAdmin === null ? "active" : "new";
  await register.changeState(slug, { from: ["deleted"], to, act: "restored", now });
}

/** Forgets deleted spaces after thirty days, those that nobody ever used at once, and puts aside those that were still open when they were deleted. */
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
    // The row goes last: without it the slug would be free while the data are still there.
    await register.storage.drop(slug, true);
    await rm(deletedFolder(dataDir, slug), { recursive: true, force: true });
    await register.remove(slug);
  }
}
