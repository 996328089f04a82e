import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Register, Space } from "../database/register/register.ts";
import { isUnused } from "../database/sqlite/read-space-figures.ts";
import { deletedFolder, spaceFolder } from "./space-settings.ts";

/** So long a deleted space can be brought back, and its slug stays taken. */
const KEPT_MS = 30 * 24 * 60 * 60_000;
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

/** Forgets deleted spaces after thirty days, and puts aside those that were still open when they were deleted. */
export async function sweepDeleted(register: Register, dataDir: string, now: Date): Promise<void> {
  for (const space of await register.listDeleted()) {
    const { slug } = space;
    const isAside = await putAside(dataDir, slug);
    if (!isAside || !isOver(space, now)) continue;
    // The row goes last: without it the slug would be free while the folder is still there.
    await rm(deletedFolder(dataDir, slug), { recursive: true, force: true });
    await register.remove(slug);
  }
}
