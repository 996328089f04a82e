import { expect } from "vitest";
import type { SignUp } from "#contract/sign-in/sign-in.ts";
import { readSecret } from "#server/auth/secret.ts";
import type { Engine } from "#server/database/database.ts";
import { deriveVapidKeys } from "#server/notifications/push/push.ts";
import { jobsUnderWay } from "./jobs-under-way.ts";
import {
  type Person,
  type PlanningServer,
  type PlanningServerOptions,
  startPlanningServer,
  TODAY,
} from "./test-planning.ts";
import type { TestSubscription } from "./test-push-browser.ts";
import { startTestPushService, type TestPushService } from "./test-push-service.ts";
import { newEnvironment, settingsOf, startTestServer } from "./test-server.ts";
import { type ArrivedMail, startTestSmtpServer, type TestSmtpServer } from "./test-smtp-server.ts";

/** A team that gets real mails, with a clock that the test moves. */
export interface NotifiedTeam {
  readonly smtp: TestSmtpServer;
  readonly planning: PlanningServer;
  /** A member of the first group with a confirmed address. */
  readonly member: (firstName: string, person?: Partial<SignUp>) => Promise<Person>;
  /** The same with the rights of an admin. */
  readonly leader: (firstName: string) => Promise<Person>;
  /** An admin with a confirmed address who belongs to no group. */
  readonly organiser: (firstName: string) => Promise<Person>;
  /** Moves the clock (Paris, winter), runs the jobs that are due by then, and returns the mails that arrived. */
  readonly at: (date: string, time: string) => Promise<ArrivedMail[]>;
  /** Runs the jobs that are due now, and returns the mails that arrived. */
  readonly settle: () => Promise<ArrivedMail[]>;
  /** Stops the server, and starts it again at this moment. */
  readonly restartAt: (date: string, time: string) => Promise<void>;
  readonly stop: () => Promise<void>;
}

const MAIL_FROM = "Diapason <planning@example.org>";

/** A team that also gets push notifications. */
export interface PushedTeam extends NotifiedTeam {
  readonly service: TestPushService;
  /** Registers a device of this person for push messages of every topic. */
  readonly addDevice: (person: Person) => Promise<TestSubscription>;
}

export async function startPushedTeam(engine: Engine): Promise<PushedTeam> {
  const on = await newEnvironment(engine);
  const service = await startTestPushService(deriveVapidKeys(await readSecret(settingsOf(on))).publicKey);
  const team = await startNotifiedTeam(engine, { on, pushReach: service.reach });
  return {
    ...team,
    service,
    async addDevice(person) {
      const device = service.subscribe();
      expect((await person.post("/api/push-subscriptions", device.subscription)).status).toBe(201);
      return device;
    },
    async stop() {
      await team.stop();
      await service.close();
    },
  };
}

export async function startNotifiedTeam(
  engine: Engine,
  options: Pick<PlanningServerOptions, "on" | "pushReach" | "webRoot"> = {},
): Promise<NotifiedTeam> {
  let now = new Date(`${TODAY}T11:00:00Z`);
  const smtp = await startTestSmtpServer();
  const environment = { MAIL_URL: `smtp://127.0.0.1:${smtp.port}`, MAIL_FROM };
  const clock = () => now;
  const planning = await startPlanningServer(engine, { clock, environment, ...options });
  let { server } = planning;

  async function settle(): Promise<ArrivedMail[]> {
    server.wake();
    await expect.poll(() => jobsUnderWay(server.database, now), { interval: 20 }).toEqual([]);
    return smtp.taken();
  }

  async function confirmed(firstName: string, person: Partial<SignUp> = {}): Promise<Person> {
    const { kysely } = server.database;
    const someone = await planning.newcomer({ firstName, lastName: "Martin", ...person });
    await kysely.updateTable("users").set({ email_verified: true }).where("id", "=", someone.user.id).execute();
    await settle();
    return someone;
  }

  async function promoted(someone: Person): Promise<Person> {
    const answer = await planning.admin.post("/api/users/admins", { email: someone.user.email });
    expect(answer.status).toBe(200);
    return someone;
  }

  async function member(firstName: string, person?: Partial<SignUp>): Promise<Person> {
    const someone = await confirmed(firstName, person);
    expect((await someone.send("PUT", "/api/groups/1/members/me")).status).toBe(200);
    return someone;
  }

  return {
    smtp,
    planning,
    member,
    leader: async (firstName) => promoted(await member(firstName)),
    organiser: async (firstName) => promoted(await confirmed(firstName)),
    settle,
    async at(date, time) {
      now = new Date(`${date}T${time}:00+01:00`);
      return settle();
    },
    async restartAt(date, time) {
      await server.stop();
      now = new Date(`${date}T${time}:00+01:00`);
      server = await startTestServer(planning.environment, { clock });
    },
    async stop() {
      await server.stop();
      await planning.stop();
      await smtp.stop();
    },
  };
}

/** Stops the mail server of a team, as an outage would. */
export async function stopMail({ smtp, at }: NotifiedTeam) {
  const { port } = smtp;
  await smtp.stop();
  return {
    /** Starts a mail server in its place. Returns the mails that arrive at this moment. */
    async startAgainAt(time: string, date = TODAY) {
      const started = await startTestSmtpServer({}, port);
      await at(date, time);
      const mails = started.taken();
      await started.stop();
      return mails;
    },
  };
}

/** The addresses that these mails went to: each of them got one. */
export function recipients(mails: readonly ArrivedMail[]): ReadonlySet<string> {
  const addresses = mails.flatMap(({ envelope }) => envelope.to);
  expect(new Set(addresses).size).toBe(addresses.length);
  return new Set(addresses);
}

export function addressesOf(...people: readonly Person[]): ReadonlySet<string | undefined> {
  return new Set(people.map(({ user }) => user.email));
}

export function subjects(mails: readonly ArrivedMail[]): (string | undefined)[] {
  return mails.map(({ subject }) => subject);
}
