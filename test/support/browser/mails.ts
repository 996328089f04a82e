import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { API } from "#contract/paths.ts";
import type { RunningProduct } from "./start-in-worker.ts";

/** The pages that links of mails open. */
type LinkedPage = "/reset-password" | "/confirm-email";

interface MailedLink {
  readonly to: string;
  /** Without its origin. */
  readonly link: string;
}

/** The mails in the product's outbox folder, oldest first. */
async function mailsOf({ dataDir }: RunningProduct): Promise<string[]> {
  const folder = join(dataDir, "outbox");
  const names = await readdir(folder).catch(() => []);
  const mails = names.filter((name) => name.endsWith(".eml")).toSorted();
  return Promise.all(mails.map((name) => readFile(join(folder, name), "utf8")));
}

/** Those mails whose link opens this page, oldest first. */
async function linksOf(diapason: RunningProduct, page: LinkedPage): Promise<MailedLink[]> {
  const pattern = new RegExp(`^https?://[^/\\s]+${page}\\?\\S*$`, "m");
  return (await mailsOf(diapason)).flatMap((mail) => {
    const [address] = pattern.exec(mail) ?? [];
    if (address === undefined) return [];
    const { pathname, search } = new URL(address);
    return [{ to: /^To: .*<(.*)>\r?$/m.exec(mail)?.[1] ?? "", link: `${pathname}${search}` }];
  });
}

async function nthMail(diapason: RunningProduct, page: LinkedPage, count: number): Promise<MailedLink> {
  await expect.poll(async () => (await linksOf(diapason, page)).length).toBe(count);
  const mail = (await linksOf(diapason, page))[count - 1];
  if (mail === undefined) throw new Error(`no mail number ${count}`);
  return mail;
}

/** Waits until there are `count` reset mails. @returns recipient and link of the last one */
export function nthResetMail(diapason: RunningProduct, count = 1): Promise<MailedLink> {
  return nthMail(diapason, "/reset-password", count);
}

/** Confirms the address of a new account by the mail that its registration sent. */
export async function confirmAddress(diapason: RunningProduct, page: Page, email: string): Promise<void> {
  const linkOf = async () => (await linksOf(diapason, "/confirm-email")).find(({ to }) => to === email)?.link ?? null;
  await expect.poll(linkOf).not.toBeNull();
  const token = new URLSearchParams((await linkOf())?.split("?")[1]).get("token");
  const answer = await page.request.post(API.confirmEmail, { data: { token } });
  expect(answer.ok()).toBe(true);
}

/** Waits until there are `count` mails that confirm an address. @returns recipient and link of the last one */
export function nthConfirmationMail(diapason: RunningProduct, count = 1): Promise<MailedLink> {
  return nthMail(diapason, "/confirm-email", count);
}
