import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "@playwright/test";
import type { RunningProduct } from "./start-in-worker.ts";

const LINK = /^https?:\/\/\S+\/reset-password\S*$/m;

/** The mails in the product's outbox folder, oldest first. */
async function mailsOf({ dataDir }: RunningProduct): Promise<string[]> {
  const folder = join(dataDir, "outbox");
  const names = await readdir(folder).catch(() => []);
  const mails = names.filter((name) => name.endsWith(".eml")).toSorted();
  return Promise.all(mails.map((name) => readFile(join(folder, name), "utf8")));
}

/** Waits until there are `count` mails. @returns recipient and reset link of the last one; the link without its origin */
export async function nthResetMail(diapason: RunningProduct, count = 1): Promise<{ to: string; link: string }> {
  await expect.poll(async () => (await mailsOf(diapason)).length).toBe(count);
  const mail = (await mailsOf(diapason))[count - 1] ?? "";
  const { pathname, search } = new URL(LINK.exec(mail)?.[0] ?? "");
  return { to: /^To: .*<(.*)>\r?$/m.exec(mail)?.[1] ?? "", link: `${pathname}${search}` };
}
