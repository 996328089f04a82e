import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Register, Space } from "../database/register/register.ts";
import { deletedFolder, spaceFolder } from "./space-settings.ts";

type Storing = Pick<Register, "storage">;

/** So long a deleted space can be brought back, and its slug stays taken. */
const KEPT_MS = 30 * 24 * 60 * 60_000;
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

/** Forgets deleted spaces after thirty days, and puts aside those that were still open when they were deleted. */
export async function sweepDeleted(register: Register, dataDir: string, now: Date): Promise<void> {
  for (const space of await register.listDeleted()) {
    const { slug } = space;
    const isAside = await putAside(register, dataDir, slug);
    if (!isAside || !isOver(space, now)) continue;
    // The row goes last: without it the slug would be free while the data are still there.
    await register.storage.drop(slug, true);
    await rm(deletedFolder(dataDir, slug), { recursive: true, force: true });
    await register.remove(slug);
  }
}
