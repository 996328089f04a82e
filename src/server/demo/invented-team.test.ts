import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SignUp } from "#contract/sign-in/sign-in.ts";
import { addDays, daysBetween, type PlainDate } from "#domain/calendar/calendar.ts";
import { DEFAULT_COMBINABLE_PAIRS } from "#domain/line-up/critical-roles.ts";
import { playState, type PlayQuestion } from "#domain/line-up/play-state.ts";
import { isBroken } from "#domain/line-up/repairing/faults.ts";
import { repairOf } from "#domain/line-up/repairing/repair.ts";
import type { Person } from "#domain/people/people.ts";
import { type PlannedEvent, requiredRolesOf } from "#domain/planning/planning.ts";
import { DEMO_GROUPS, DEMO_PEOPLE, DEMO_REQUIRED_ROLES } from "#text/demo/demo-team.ts";
import { readPages } from "../database/backup/table-rows.ts";
import type { Database } from "../database/database.ts";
import { readEvents } from "../planning/events/read-events.ts";
import { demoEmail, demoPersonId } from "./demo-ids.ts";
import { inventDemo } from "./write-demo.ts";

const ZONE = "Europe/Paris";
const PEOPLE: readonly Person[] = DEMO_PEOPLE.map(({ services, ...person }) => ({
  ...person,
  id: demoPersonId(person.firstName),
  positions: services,
}));
const REQUIRED = Object.fromEntries(DEMO_REQUIRED_ROLES.map(({ groupId, roles }) => [groupId, roles]));

function questionOf(event: PlannedEvent, isPast: boolean): PlayQuestion {
  const isMember = (_: Person, index: number) => DEMO_PEOPLE[index]?.groups.includes(event.groupId) ?? false;
  return {
    availability: event.availability,
    people: PEOPLE.filter(isMember),
    combinablePairs: DEFAULT_COMBINABLE_PAIRS,
    requiredRoles: requiredRolesOf({ requiredRoles: REQUIRED }, event),
    isPast,
  };
}

async function allRows(database: Database): Promise<unknown[]> {
  const rows: unknown[] = [];
  for await (const page of readPages(database)) {
    // The hash of a password that nobody knows is another one each time.
    if (page.table !== "account") rows.push(page);
  }
  return rows;
}

// A Sunday, the day after, the last day before it, and one whose clocks change.
describe.each(["2026-11-22", "2026-11-23", "2026-11-28", "2027-03-28"])(
  "the invented team on %s",
  (today: PlainDate) => {
    let database: Database;
    let events: readonly PlannedEvent[];
    let coming: readonly PlannedEvent[];

    beforeAll(async () => {
      database = await inventDemo(today, ZONE);
      events = (await readEvents(database, {})).value;
      coming = events.filter(({ date }) => date >= today);
    });
    afterAll(() => database.close());

    test("has 24 people in three groups, who could have registered as they are", async () => {
      const users = await database.kysely.selectFrom("users").select(["id", "email"]).execute();
      expect(users).toHaveLength(24);
      expect(new Set(DEMO_PEOPLE.map(({ firstName }) => firstName)).size).toBe(24);
      for (const { services: positions, firstName, lastName } of DEMO_PEOPLE) {
        const form = { firstName, lastName, positions, email: demoEmail(firstName), password: "unknown" };
        expect(SignUp.safeParse(form).success).toBe(true);
      }
      const groups = await database.kysely.selectFrom("planning_group").select("id").execute();
      expect(groups.map(({ id }) => id).toSorted()).toEqual(Object.values(DEMO_GROUPS).toSorted());
    });

    test("has events in one month past and two ahead", () => {
      const dates = events.map(({ date }) => date);
      const [first = "", last = ""] = [dates.at(0), dates.at(-1)];
      expect(daysBetween(first, last)).toBeGreaterThan(80);
      expect(first >= addDays(today, -31)).toBe(true);
      expect(last <= addDays(today, 62) && last >= addDays(today, 50)).toBe(true);
    });

    test("can play in each of the five ways, or cannot", () => {
      const states = coming.map((event) => playState(questionOf(event, false)));
      expect(new Set(states)).toEqual(
        new Set(["complete", "fragile", "not_together", "roles_to_fill", "out_of_reach"]),
      );
    });

    test("keeps a line-up that stands, and one that those present can repair", () => {
      const kept = coming.flatMap((event) =>
        event.lineUp ? [{ lineUp: event.lineUp, of: questionOf(event, false) }] : [],
      );
      const broken = kept.filter(({ lineUp, of }) => isBroken(of, lineUp));
      expect([kept.length > broken.length, broken.length]).toEqual([true, 1]);
      for (const { lineUp, of } of broken) {
        const { moves, open } = repairOf(of, lineUp, new Map());
        expect([moves.map(({ person }) => person.firstName), open]).toEqual([["Samuel"], []]);
      }
    });

    test("has series, words beside answers, an absence, an answer by a leader, and people who have not answered", () => {
      const entries = coming.flatMap(({ availability }) => availability);
      expect(coming.some(({ seriesId }) => seriesId !== undefined)).toBe(true);
      expect(coming.some(({ seriesId }) => seriesId === undefined)).toBe(true);
      expect(entries.filter(({ comment }) => comment !== undefined).length).toBeGreaterThan(5);
      expect(entries.some(({ source }) => source === "absence")).toBe(true);
      expect(entries.some(({ saidBy }) => saidBy !== undefined)).toBe(true);
      const hugo = demoPersonId("Hugo");
      const isOpen = ({ groupId, availability }: PlannedEvent) =>
        groupId === DEMO_GROUPS.sunday && availability.every(({ userId }) => userId !== hugo);
      expect(coming.some(isOpen)).toBe(true);
    });

    test("played old songs in each group, and knows what it plays next Sunday", () => {
      const played = events.filter(({ date, programme = [] }) => date < today && programme.length > 0);
      expect(new Set(played.map(({ groupId }) => groupId))).toEqual(new Set(Object.values(DEMO_GROUPS)));
      expect(coming.filter(({ programme = [] }) => programme.length > 0).map(({ name }) => name)).toEqual([
        "Culte du dimanche",
      ]);
    });

    test("has a group with roles of its own, and one in which nothing is planned any more", async () => {
      const groups = await database.kysely.selectFrom("planning_group").select(["id", "required_roles"]).execute();
      expect(groups.find(({ id }) => id === DEMO_GROUPS.youth)?.required_roles).toContain("Voix");
      expect(coming.filter(({ groupId }) => groupId === DEMO_GROUPS.prayer)).toEqual([]);
      expect(events.filter(({ groupId }) => groupId === DEMO_GROUPS.prayer)).toHaveLength(2);
    });

    test("did nothing that is still to come", async () => {
      const answers = await database.kysely.selectFrom("availability").select("answered_at").execute();
      const midnight = Date.parse(`${today}T00:00:00+02:00`);
      expect(answers.every(({ answered_at: at }) => new Date(at ?? 0).getTime() < midnight)).toBe(true);
    });

    test("is the same each time", async () => {
      const again = await inventDemo(today, ZONE);
      expect(await allRows(again)).toEqual(await allRows(database));
      await again.close();
    });
  },
);
