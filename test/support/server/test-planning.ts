import { expect } from "vitest";
import type { SignUp } from "#contract/account-forms.ts";
import type { Session } from "#contract/accounts.ts";
import { HEADERS } from "#contract/headers.ts";
import type { PlannedEvent } from "#domain/planning.ts";
import type { PlanningChange } from "#domain/planning-change.ts";
import type { Engine } from "../database/database.ts";
import {
  type Answer,
  newEnvironment,
  register,
  removeData,
  signInDefaultAdmin,
  startTestServer,
  type TestClient,
  type TestServer,
} from "../test-server.ts";
import { readChanges, readState } from "./change-log-queries.ts";

export type Person = TestClient & Session;

/** A server with its own clock, and its default admin. */
export interface PlanningServer {
  readonly server: TestServer;
  readonly environment: Record<string, string>;
  readonly admin: Person;
  /** Somebody new, a member unless an admin makes them one. */
  readonly newcomer: (person?: Partial<SignUp>) => Promise<Person>;
  readonly stop: () => Promise<void>;
}

/** Noon of `TODAY` in Europe/Paris: sessions are not over, whatever the real clock says. */
export const NOON = new Date("2050-11-20T11:00:00.000Z");
export const TODAY = "2050-11-20";

let people = 0;

interface PlanningServerOptions {
  /** On, with the seed groups, unless a test shares it itself. */
  readonly sharing?: "on" | "off";
  readonly clock?: () => Date;
  readonly beatMs?: number;
}

export async function startPlanningServer(
  engine: Engine,
  { sharing = "on", clock = () => NOON, ...options }: PlanningServerOptions = {},
): Promise<PlanningServer> {
  const environment = { ...(await newEnvironment(engine)), SHARING: sharing };
  const server = await startTestServer(environment, { clock, ...options });
  return {
    server,
    environment,
    admin: await signInDefaultAdmin(server),
    newcomer(person = {}) {
      people += 1;
      return register(server, { email: `person-${people}@example.org`, ...person });
    },
    async stop() {
      await server.stop();
      await removeData(environment);
    },
  };
}

export function expectProblem(answer: Answer, status: number, code: string, errors?: Record<string, string>): void {
  expect(answer.json()).toMatchObject({ status, code, ...(errors && { errors }) });
  expect(answer.status).toBe(status);
}

/** The changes that the log took in after `after`. */
export async function changesSince(
  { server }: Pick<PlanningServer, "server">,
  after: number,
): Promise<(PlanningChange | null)[]> {
  return (await readChanges(server.database, after, 1000)).map(({ change }) => change);
}

export async function latestPosition({ server }: PlanningServer): Promise<number> {
  return (await readState(server.database)).position;
}

export function positionOf({ headers }: Answer): number {
  return Number(headers[HEADERS.position]);
}

export const CONCERT = { groupId: "1", name: "Concert", date: "2050-12-24", time: "20:30", location: "Temple" };

export async function createEvent(admin: TestClient, details: Partial<typeof CONCERT> = {}): Promise<PlannedEvent> {
  const answer = await admin.post("/api/events", { ...CONCERT, ...details });
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return answer.json<PlannedEvent & Record<string, unknown>>();
}

export function say(
  person: TestClient,
  eventId: string,
  status: "present" | "absent" | null,
  answeredAt?: string,
): Promise<Answer> {
  return person.send("PUT", `/api/events/${eventId}/availability`, {
    body: { status, ...(answeredAt !== undefined && { answeredAt }) },
  });
}
