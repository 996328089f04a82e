import type { APIRequestContext, Page } from "@playwright/test";
import { deriveVapidKeys } from "#server/notifications/push/push.ts";
import { jobsUnderWay } from "../server/jobs-under-way.ts";
import { startTestPushService, type TestPushService } from "../server/test-push-service.ts";
import { type ArrivedMail, startTestSmtpServer, type TestSmtpServer } from "../server/test-smtp-server.ts";
import { LINK_SETTINGS } from "./answer-links.ts";
import { expect, test as base } from "./diapason.ts";
import type { Person } from "./people.ts";
import { startInWorker } from "./start-in-worker.ts";
import { returnAsMember } from "./visits.ts";

type ProductInWorker = Awaited<ReturnType<typeof startInWorker>>;

interface Member {
  readonly id: string;
  /** Calls of their own device. */
  readonly request: APIRequestContext;
}

/** A team that gets real mails and notifications, with one clock for the server and all devices. */
export interface NotifiedTeam {
  readonly pushService: TestPushService;
  /** A device on which nobody is signed in. */
  readonly device: () => Promise<Page>;
  /** Registers somebody in the first group, who has not confirmed their address. */
  readonly newcomer: (page: Page, person: Person) => Promise<Member>;
  /** The same with a confirmed address. */
  readonly member: (page: Page, person: Person) => Promise<Member>;
  /** The same with the rights of an admin. */
  readonly leader: (page: Page, person: Person) => Promise<Member>;
  /** Moves the clock (Paris, winter), runs the jobs that are due by then, and returns the mails that arrived. */
  readonly at: (date: string, time: string) => Promise<ArrivedMail[]>;
  /** Runs the jobs that are due now, and returns the mails that arrived. */
  readonly settle: () => Promise<ArrivedMail[]>;
}

interface Parts {
  readonly smtp: TestSmtpServer;
  readonly clock: { now: Date };
  readonly pushService: TestPushService;
  readonly product: ProductInWorker;
  readonly team: NotifiedTeam;
}

/** Noon in Europe/Paris, so that no session has expired by the real clock. */
const FIRST_NOON = new Date("2050-11-20T12:00:00+01:00");

async function promote(admins: APIRequestContext, { email }: Person): Promise<void> {
  const { defaultAdmin } = await (await admins.get("/api/config")).json();
  expect((await admins.post("/api/auth/sign-in/email", { data: defaultAdmin })).ok()).toBe(true);
  expect((await admins.post("/api/users/admins", { data: { email } })).ok()).toBe(true);
}

async function confirm(request: APIRequestContext, mails: readonly ArrivedMail[]): Promise<void> {
  const [, token] = /\/confirm-email\?token=(\S+)/.exec(mails[0]?.text ?? "") ?? [];
  expect((await request.post("/api/auth/confirm-email", { data: { token } })).ok()).toBe(true);
}

/** Opens a mail, and presses a link in it. */
export async function pressInMail(page: Page, { html = "" }: ArrivedMail, link: string | RegExp): Promise<void> {
  await page.goto("about:blank");
  await page.setContent(html);
  await page.getByRole("link", { name: link }).click();
}

export const test = base.extend<Parts>({
  smtp: async ({}, provide) => {
    const smtp = await startTestSmtpServer();
    await provide(smtp);
    await smtp.stop();
  },
  clock: ({}, provide) => provide({ now: FIRST_NOON }),
  pushService: async ({}, provide) => {
    const service = await startTestPushService(deriveVapidKeys(LINK_SETTINGS.AUTH_SECRET).publicKey);
    await provide(service);
    await service.close();
  },
  product: async ({ smtp, clock, pushService }, provide) => {
    const settings = { ...LINK_SETTINGS, SHARING: "on", MAIL_URL: `smtp://127.0.0.1:${smtp.port}` };
    const product = await startInWorker(settings, { clock: () => clock.now, pushReach: pushService.reach });
    await provide(product);
    await product.stop();
  },
  diapason: ({ product }, provide) => provide(product),
  team: async ({ smtp, clock, pushService, product, openDevice, playwright, baseURL }, provide) => {
    const admins = await playwright.request.newContext(baseURL === undefined ? {} : { baseURL });
    const pages: Page[] = [];

    async function settle(): Promise<ArrivedMail[]> {
      product.wake();
      await expect.poll(() => jobsUnderWay(product.database, clock.now)).toEqual([]);
      return smtp.taken();
    }

    async function newcomer(page: Page, person: Person): Promise<Member> {
      pages.push(page);
      await page.clock.setFixedTime(clock.now);
      const { id } = await returnAsMember(page, person, { selectedGroup: "1" });
      expect((await page.request.put("/api/groups/1/members/me")).ok()).toBe(true);
      return { id, request: page.request };
    }

    async function member(page: Page, person: Person): Promise<Member> {
      const someone = await newcomer(page, person);
      await confirm(someone.request, await settle());
      return someone;
    }

    await provide({
      pushService,
      async device() {
        const page = await openDevice();
        pages.push(page);
        await page.clock.setFixedTime(clock.now);
        return page;
      },
      newcomer,
      member,
      async leader(page, person) {
        const someone = await member(page, person);
        await promote(admins, person);
        return someone;
      },
      settle,
      async at(date, time) {
        clock.now = new Date(`${date}T${time}:00+01:00`);
        for (const page of pages) await page.clock.setFixedTime(clock.now);
        return settle();
      },
    });
    await admins.dispose();
  },
});

export { expect };
