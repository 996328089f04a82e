import { beforeAll, describe, expect, test } from "vitest";
import type { ErrorCode } from "#contract/errors.ts";
import { addDays } from "#domain/calendar/calendar.ts";
import { timeZoneNamed } from "#domain/calendar/time-zone.ts";
import { seriesEventId } from "#domain/planning/event-edit.ts";
import { planningForAllTests } from "#test/support/server/test-lifetimes.ts";
import { CONCERT, latestPosition, NOON, type Person, startPlanningServer } from "#test/support/server/test-planning.ts";
import { ENGINES } from "#test/support/server/test-server.ts";
import type { Database } from "../database/database.ts";
import { createAsking } from "../notifications/kinds/requests.ts";
import { createAcceptChange } from "./accept-change.ts";
import { readPosition } from "./changes/write-change-log.ts";
import { createSharedPlanning, type SharedPlanning, type WantedChange, type WantedType } from "./shared-planning.ts";

const ANSWER = {
  type: "availability.set",
  eventId: "e",
  userId: "themself",
  answer: "present",
  answeredAt: NOON,
  comment: undefined,
} as const;
const SERIES = "10000000-0000-4000-8000-000000000000";
const OF_SERIES = seriesEventId(SERIES, CONCERT.date);

/** The changes of this test that everybody makes about themself. */
const OWN: ReadonlySet<WantedType> = new Set([
  "group.joined",
  "group.leader_named",
  "group.leader_removed",
  "availability.set",
  "absence.added",
  "absence.removed",
  "person.wish_set",
]);

/** Each change with the error that a member gets, in this order. An admin is refused none of them. */
const CHANGES: Readonly<Record<WantedType, readonly [WantedChange, ErrorCode | null]>> = {
  "group.created": [{ type: "group.created", group: { id: "g", name: "Chorale" } }, "request.forbidden"],
  "group.renamed": [{ type: "group.renamed", groupId: "g", name: "Chœur" }, "request.forbidden"],
  "group.pairs_set": [{ type: "group.pairs_set", groupId: "g", pairs: [] }, "request.forbidden"],
  "group.required_roles_set": [
    { type: "group.required_roles_set", groupId: "g", roles: ["Lead"] },
    "request.forbidden",
  ],
  "series.created": [
    {
      type: "series.created",
      series: { ...CONCERT, id: SERIES, groupId: "g", every: "week", until: addDays(CONCERT.date, 14) },
    },
    "request.forbidden",
  ],
  "series.edited": [
    { type: "series.edited", eventId: OF_SERIES, edit: { location: "Salle" }, answers: "keep" },
    "request.forbidden",
  ],
  "series.deleted": [{ type: "series.deleted", eventId: OF_SERIES }, "request.forbidden"],
  "series.restored": [{ type: "series.restored", eventId: OF_SERIES }, "request.forbidden"],
  "event.created": [{ type: "event.created", event: { ...CONCERT, id: "e", groupId: "g" } }, "request.forbidden"],
  "event.edited": [
    { type: "event.edited", eventId: "e", edit: { location: "Salle" }, answers: "keep" },
    "request.forbidden",
  ],
  "line_up.kept": [{ type: "line_up.kept", eventId: "e", lineUp: [] }, "request.forbidden"],
  "line_up.dropped": [{ type: "line_up.dropped", eventId: "e" }, "request.forbidden"],
  "programme.set": [
    { type: "programme.set", eventId: "e", programme: [{ title: "À toi la gloire" }], basedOn: 0 },
    "request.forbidden",
  ],
  "person.wish_set": [{ type: "person.wish_set", userId: "themself", most: 2 }, null],
  "availability.set": [ANSWER, null],
  "group.joined": [{ type: "group.joined", groupId: "3", userId: "themself" }, null],
  "group.left": [{ type: "group.left", groupId: "g", userId: "somebody else" }, "request.forbidden"],
  "group.leader_named": [{ type: "group.leader_named", groupId: "3", userId: "themself" }, "request.forbidden"],
  "group.leader_removed": [{ type: "group.leader_removed", groupId: "3", userId: "themself" }, "request.forbidden"],
  "absence.added": [
    { type: "absence.added", id: "absence", userId: "themself", from: CONCERT.date, to: CONCERT.date },
    null,
  ],
  "absence.removed": [{ type: "absence.removed", absenceId: "absence", userId: "themself" }, null],
  "event.deleted": [{ type: "event.deleted", eventId: "e" }, "request.forbidden"],
  "event.restored": [{ type: "event.restored", eventId: "e" }, "request.forbidden"],
  "group.deleted": [{ type: "group.deleted", groupId: "g" }, "request.forbidden"],
  "group.restored": [{ type: "group.restored", groupId: "g" }, "request.forbidden"],
};

const ASKING = createAsking(timeZoneNamed("Europe/Paris"));

describe.each(ENGINES)("the one door on %s", (engine) => {
  let marie: Person;
  let planning: SharedPlanning;

  function planningOf(database: Database): SharedPlanning {
    return createSharedPlanning({ database, timeZone: "Europe/Paris", clock: () => NOON });
  }

  const server = planningForAllTests(engine);

  beforeAll(async () => {
    marie = await server.newcomer();
    planning = planningOf(server.server.database);
  });

  function accept(person: Person, wanted: WantedChange) {
    const isOwn = OWN.has(wanted.type);
    const { id: userId } = person.user;
    // The id of the absence: everybody has one here.
    const own = isOwn ? { ...wanted, userId, id: userId, absenceId: userId } : wanted;
    return createAcceptChange(planning, ASKING)(person.user.id, own, readPosition);
  }

  test.each(Object.entries(CHANGES))("%s: whom it lets in", async (_type, [wanted, refusal]) => {
    const before = await latestPosition(server);
    const tried = accept(marie, wanted);
    if (refusal === null) await tried;
    else await expect(tried).rejects.toMatchObject({ code: refusal });
    expect((await latestPosition(server)) > before).toBe(refusal === null);
    await accept(server.admin, wanted);
  });

  test("asks for the rights of that very moment, whatever a session said before", async () => {
    const anne = await server.newcomer();
    const wanted: WantedChange = { type: "group.renamed", groupId: "1", name: "Louange" };
    await expect(accept(anne, wanted)).rejects.toMatchObject({ code: "request.forbidden" });
    await server.admin.post("/api/users/admins", { email: anne.user.email });
    await accept(anne, wanted);
    await server.admin.send("DELETE", `/api/users/${anne.user.id}`);
    await expect(accept(anne, wanted)).rejects.toMatchObject({ code: "account.deleted" });
  });

  test("is closed while the planning is not shared", async () => {
    const local = await startPlanningServer(engine, { sharing: "off" });
    const { database } = local.server;
    const tried = createAcceptChange(planningOf(database), ASKING)(
      local.admin.user.id,
      { type: "group.joined", groupId: "1", userId: local.admin.user.id },
      readPosition,
    );
    await expect(tried).rejects.toMatchObject({ code: "planning.not_shared" });
    await local.stop();
  });
});
