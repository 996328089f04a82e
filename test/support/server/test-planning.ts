import { expect } from "vitest";
import { HEADERS } from "#contract/paths.ts";
import type { Session } from "#contract/sign-in/sessions.ts";
import type { SignUp } from "#contract/sign-in/sign-in.ts";
import type { RenderPage } from "#contract/visit/visit-data.ts";
import type { PlanningChange } from "#domain/planning/planning-change.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import type { Engine } from "#server/database/database.ts";
import type { PushReach } from "#server/notifications/push/push-request.ts";
import { readChanges, readState } from "#server/planning/changes/write-change-log.ts";
import {
  type Answer,
  newEnvironment,
  registerNewcomer,
  removeData,
  signInDefaultAdmin,
  startTestServer,
  type TestClient,
  type TestServer,
} from "./test-server.ts";

export type Person = TestClient & Session;

/** A server with a clock of the test, and its signed-in default admin. */
export interface PlanningServer {
  readonly server: TestServer;
  readonly environment: Record<string, string>;
  readonly admin: Person;
  /** Registers a new member. */
  readonly newcomer: (person?: Partial<SignUp>) => Promise<Person>;
  readonly stop: () => Promise<void>;
}

/** Noon of `TODAY` in Europe/Paris. Far in the future, so that no session has expired by the real clock. */
export const NOON = new Date("2050-11-20T11:00:00.000Z");
export const TODAY = "2050-11-20";

export interface PlanningServerOptions {
  /** "on" by default: the planning is shared from the start, with the seed groups. */
  readonly sharing?: "on" | "off";
  readonly clock?: () => Date;
  readonly beatMs?: number;
  readonly webRoot?: string;
  readonly renderPage?: RenderPage;
  readonly pushReach?: PushReach;
  /** The settings of an existing database. Left out: a new one. */
  readonly on?: Record<string, string>;
  /** Further settings. */
  readonly environment?: Readonly<Record<string, string>>;
}

export async function startPlanningServer(
  engine: Engine,
  { sharing = "on", clock = () => NOON, environment: own = {}, on, ...options }: PlanningServerOptions = {},
): Promise<PlanningServer> {
  const environment = { ...(on ?? (await newEnvironment(engine))), SHARING: sharing, ...own };
  const server = await startTestServer(environment, { clock, ...options });
  return {
    server,
    environment,
    admin: await signInDefaultAdmin(server),
    newcomer: (person) => registerNewcomer(server, person),
    async stop() {
      await server.stop();
      await removeData(environment);
    },
  };
}

/** The logged changes after the position `after`; `null` stands for a reload. At most 1000. */
export async function changesSince(
  { server }: Pick<PlanningServer, "server">,
  after: number,
): Promise<(PlanningChange | null)[]> {
  return (await readChanges(server.database, after, 1000)).map(({ change }) => change);
}

export async function latestPosition({ server }: Pick<PlanningServer, "server">): Promise<number> {
  return (await readState(server.database)).position;
}

/** Increases the log position without a log entry, as a restored backup does: clients must read everything again. */
export async function passPosition({ server }: PlanningServer): Promise<void> {
  await server.database.kysely
    .updateTable("planning_state")
    .set((eb) => ({ position: eb("position", "+", 1) }))
    .execute();
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

export function giveAnswer(
  person: TestClient,
  eventId: string,
  status: "present" | "absent" | null,
  answeredAt?: string,
): Promise<Answer> {
  return person.send("PUT", `/api/events/${eventId}/availability`, {
    body: { status, ...(answeredAt !== undefined && { answeredAt }) },
  });
}
