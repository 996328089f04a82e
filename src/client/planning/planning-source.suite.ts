import { describe, expect, it } from "vitest";
import type { SubmitOutcome } from "#contract/planning/planning-change.ts";
import { type BandRole, BAND_ROLES, covers } from "#domain/line-up/band-roles.ts";
import type { Person } from "#domain/people/people.ts";
import type { SubmittedChange } from "#domain/planning/planning-change.ts";
import type { Group, Planning } from "#domain/planning/planning.ts";
import type { PlanningNeed, PlanningSource } from "./planning-source.ts";

/** One planning with two readers, such as two tabs, or two devices of a team. */
export interface SourceUnderTest {
  readonly source: PlanningSource;
  readonly elsewhere: PlanningSource;
  /** A person who may change everything, and gives answers of their own. */
  readonly person: Person;
}

/** What a dashboard of all groups shows. */
const NOVEMBER: PlanningNeed = { type: "month", month: { year: 2050, month: 11 }, groupId: null };
const REHEARSAL = {
  id: "0a9ae2dd-4c2b-4c6f-9a5c-3f1d6c1c1e01",
  groupId: "1",
  name: "Répétition",
  date: "2050-11-24",
  time: "19:30",
  location: "Salle des Tilleuls",
};
const OTHER_ID = "b5a7c1fe-0b1a-4a53-8e0e-6a3f0c2d7e02";
const CREATED: SubmittedChange = { type: "event.created", event: REHEARSAL };

/** Resolves once `isSo` returns true. It is checked after each notification of `source`. */
async function until(source: PlanningSource, isSo: () => boolean): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = source.subscribe(check);
  function check(): void {
    if (isSo()) resolve();
  }
  check();
  await promise;
  stop();
}

/** Undoes a deletion. */
async function undo(source: PlanningSource, deleted: SubmitOutcome): Promise<void> {
  if (deleted.status === "refused" || deleted.undo === undefined) throw new Error("no undo was offered");
  expect(await source.submit(deleted.undo)).toEqual({ status: "done" });
}

/** A role that the person can hold. */
function roleOf({ positions }: Person): BandRole {
  const role = BAND_ROLES.find((each) => positions.some((service) => covers(service, each)));
  if (role === undefined) throw new Error("the person has no service");
  return role;
}

/** The planning that `source` shows once it has loaded everything that the tests read. */
async function ready(source: PlanningSource): Promise<Planning> {
  source.need(NOVEMBER);
  await until(source, () => source.snapshot().status === "ready" && source.statusOf(NOVEMBER) === "ready");
  return source.snapshot().planning;
}

/** For each entry of this person: whether it was given, or follows from an absence. */
function answersAt(planning: Planning, eventId: string, userId: string): string[] {
  const entries = planning.events.find(({ id }) => id === eventId)?.availability ?? [];
  return entries.filter((entry) => entry.userId === userId).map(({ source }) => source ?? "given");
}

/** Resolves once `isShown` accepts the planning that `source` shows. */
function shows(source: PlanningSource, isShown: (planning: Planning) => boolean): Promise<void> {
  return until(source, () => isShown(source.snapshot().planning));
}

/**
 * What screens rely on, whatever the source.
 * @param create returns, for each test, a new source whose planning has `groups` and no event
 */
export function describePlanningSource(
  name: string,
  create: (groups: readonly Group[]) => SourceUnderTest | Promise<SourceUnderTest>,
): void {
  const groups = [
    { id: "1", name: "Louange du dimanche" },
    { id: "2", name: "Groupe de jeunes" },
  ];

  describe(`${name} is a planning source`, () => {
    it("shows its groups, and no event, at first", async () => {
      const { source } = await create(groups);
      expect(await ready(source)).toMatchObject({ groups, events: [] });
    });

    it("answers the same snapshot until something changes", async () => {
      const { source } = await create(groups);
      await ready(source);
      const before = source.snapshot();
      expect(source.snapshot()).toBe(before);
      await source.submit(CREATED);
      expect(source.snapshot()).not.toBe(before);
    });

    it("shows a change when its outcome is known, and has told its listeners", async () => {
      const { source } = await create(groups);
      await ready(source);
      let calls = 0;
      source.subscribe(() => {
        calls += 1;
      });
      expect(await source.submit(CREATED)).toEqual({ status: "done" });
      expect(calls).toBeGreaterThan(0);
      expect(source.snapshot().planning.events).toEqual([{ ...REHEARSAL, availability: [] }]);
    });

    it("tells no listener that has stopped", async () => {
      const { source } = await create(groups);
      await ready(source);
      let calls = 0;
      const stop = source.subscribe(() => {
        calls += 1;
      });
      stop();
      await source.submit(CREATED);
      expect(calls).toBe(0);
    });

    it("keeps the lists that a change does not touch", async () => {
      const { source } = await create(groups);
      const before = await ready(source);
      await source.submit(CREATED);
      expect(source.snapshot().planning.groups).toBe(before.groups);
    });

    it("refuses what the planning forbids, and changes nothing", async () => {
      const { source } = await create(groups);
      await ready(source);
      const before = source.snapshot();
      expect(await source.submit({ type: "event.deleted", eventId: "gone" })).toEqual({
        status: "refused",
        code: "event.not_found",
      });
      expect(source.snapshot()).toBe(before);
    });

    it("loses none of several changes submitted together", async () => {
      const { source } = await create(groups);
      await ready(source);
      const ids = ["a", "b", "c", "d"].map((digit) => REHEARSAL.id.replace(/^./, digit));
      await Promise.all(ids.map((id) => source.submit({ type: "event.created", event: { ...REHEARSAL, id } })));
      expect(
        source
          .snapshot()
          .planning.events.map(({ id }) => id)
          .toSorted(),
      ).toEqual(ids);
    });

    it("keeps what two readers submit at once", async () => {
      const { source, elsewhere } = await create(groups);
      await Promise.all([ready(source), ready(elsewhere)]);
      await Promise.all([
        source.submit(CREATED),
        elsewhere.submit({ type: "event.created", event: { ...REHEARSAL, id: OTHER_ID } }),
      ]);
      await shows(source, ({ events }) => events.length === 2);
      await shows(elsewhere, ({ events }) => events.length === 2);
    });

    it("shows what was changed elsewhere", async () => {
      const { source, elsewhere, person } = await create(groups);
      await Promise.all([ready(source), ready(elsewhere)]);
      await elsewhere.submit(CREATED);
      await shows(source, ({ events }) => events.length === 1);
      await source.submit({ type: "availability.set", eventId: REHEARSAL.id, person, answer: "present" });
      await shows(elsewhere, ({ events }) => events[0]?.availability.length === person.positions.length);
      expect(elsewhere.snapshot().planning).toEqual(source.snapshot().planning);
    });

    it("undoes the deletion of an event, with its answers", async () => {
      const { source, elsewhere, person } = await create(groups);
      await Promise.all([ready(source), ready(elsewhere)]);
      await source.submit(CREATED);
      await source.submit({ type: "availability.set", eventId: REHEARSAL.id, person, answer: "present" });
      const before = source.snapshot().planning;
      const deleted = await source.submit({ type: "event.deleted", eventId: REHEARSAL.id });
      expect(source.snapshot().planning.events).toEqual([]);
      await shows(elsewhere, ({ events }) => events.length === 0);
      await undo(source, deleted);
      expect(source.snapshot().planning.events).toEqual(before.events);
      await shows(elsewhere, ({ events }) => events[0]?.availability.length === person.positions.length);
      expect(elsewhere.snapshot().planning).toEqual(source.snapshot().planning);
    });

    it("undoes the deletion of a group, in its old place and with its events", async () => {
      const { source, elsewhere } = await create(groups);
      await Promise.all([ready(source), ready(elsewhere)]);
      await source.submit(CREATED);
      const before = source.snapshot().planning;
      const deleted = await source.submit({ type: "group.deleted", groupId: "1" });
      expect(source.snapshot().planning.groups).toEqual([groups[1]]);
      await undo(source, deleted);
      expect(source.snapshot().planning).toMatchObject({ groups: before.groups, events: before.events });
      await shows(elsewhere, ({ events, groups: shown }) => shown.length === 2 && events.length === 1);
    });

    it("shows what follows from an absence here and elsewhere, and when it is taken back all is as before", async () => {
      const { source, elsewhere, person } = await create(groups);
      await Promise.all([ready(source), ready(elsewhere)]);
      await source.submit({ type: "group.joined", groupId: "1", userId: person.id });
      await source.submit(CREATED);
      source.need({ type: "absences" });
      source.need({ type: "group", groupId: "1" });
      await until(source, () => source.statusOf({ type: "absences" }) === "ready");
      await until(source, () => source.statusOf({ type: "group", groupId: "1" }) === "ready");
      await shows(elsewhere, ({ events }) => events.length === 1);
      const before = JSON.stringify(source.snapshot().planning.events);
      const { id, firstName, lastName, positions } = person;
      const absence = {
        id: OTHER_ID,
        person: { id, firstName, lastName, positions },
        from: REHEARSAL.date,
        to: REHEARSAL.date,
      };
      expect(await source.submit({ type: "absence.added", absence })).toEqual({ status: "done" });
      const isAway = ({ events }: Planning) => events[0]?.availability[0]?.source === "absence";
      expect(isAway(source.snapshot().planning)).toBe(true);
      expect(source.snapshot().planning.absences).toEqual([absence]);
      await shows(elsewhere, isAway);
      expect(elsewhere.snapshot().planning.events).toEqual(source.snapshot().planning.events);
      const removed = await source.submit({ type: "absence.removed", absenceId: absence.id, userId: id });
      expect(removed).toEqual({ status: "done" });
      expect(JSON.stringify(source.snapshot().planning.events)).toBe(before);
      await shows(elsewhere, (planning) => !isAway(planning));
      expect(JSON.stringify(elsewhere.snapshot().planning.events)).toBe(before);
    });

    it("keeps an answer by hand inside an absence, and is absent again when it is withdrawn", async () => {
      const { source, person } = await create(groups);
      await ready(source);
      await source.submit({ type: "group.joined", groupId: "1", userId: person.id });
      source.need({ type: "absences" });
      source.need({ type: "group", groupId: "1" });
      await until(source, () => source.statusOf({ type: "absences" }) === "ready");
      await until(source, () => source.statusOf({ type: "group", groupId: "1" }) === "ready");
      await source.submit({
        type: "absence.added",
        absence: { id: OTHER_ID, person, from: REHEARSAL.date, to: REHEARSAL.date },
      });
      await source.submit(CREATED);
      const own = () => answersAt(source.snapshot().planning, REHEARSAL.id, person.id);
      await until(source, () => own()[0] === "absence");
      await source.submit({ type: "availability.set", eventId: REHEARSAL.id, person, answer: "present" });
      expect(own()).toEqual(person.positions.map(() => "given"));
      await source.submit({ type: "availability.set", eventId: REHEARSAL.id, person, answer: null });
      await until(source, () => own()[0] === "absence");
    });

    it("shows a kept line-up and required roles here and elsewhere, until they are taken away", async () => {
      const { source, elsewhere, person } = await create(groups);
      await Promise.all([ready(source), ready(elsewhere)]);
      for (const each of [source, elsewhere]) {
        each.need({ type: "group", groupId: "1" });
        await until(each, () => each.statusOf({ type: "group", groupId: "1" }) === "ready");
      }
      await source.submit({ type: "event.created", event: { ...REHEARSAL, requiredRoles: ["Lead", "Voix"] } });
      const lineUp = [{ role: roleOf(person), userId: person.id }];
      const kept = { type: "line_up.kept", eventId: REHEARSAL.id, lineUp } as const;
      expect(await source.submit(kept)).toEqual({ status: "done" });
      await source.submit({ type: "group.required_roles_set", groupId: "1", roles: [] });
      const rules = ({ events: [event], requiredRoles }: Planning) =>
        JSON.stringify([event?.lineUp, event?.requiredRoles, requiredRoles["1"]]);
      const shown = JSON.stringify([lineUp, ["Lead", "Voix"], []]);
      expect(rules(source.snapshot().planning)).toBe(shown);
      await shows(elsewhere, (planning) => rules(planning) === shown);
      const edited = {
        type: "event.edited",
        eventId: REHEARSAL.id,
        edit: { requiredRoles: null },
        answers: "keep",
      } as const;
      await source.submit(edited);
      await source.submit({ type: "line_up.dropped", eventId: REHEARSAL.id });
      const bare = JSON.stringify([undefined, undefined, []]);
      expect(rules(source.snapshot().planning)).toBe(bare);
      await shows(elsewhere, (planning) => rules(planning) === bare);
    });

    it("shows a programme here and elsewhere, and refuses one that is based on an older version", async () => {
      const { source, elsewhere } = await create(groups);
      await Promise.all([ready(source), ready(elsewhere)]);
      await source.submit(CREATED);
      const programmes = ({ events: [event] }: Planning) => JSON.stringify([event?.programme, event?.programmeVersion]);
      const set = (title: string, basedOn: number) =>
        source.submit({ type: "programme.set", eventId: REHEARSAL.id, programme: title ? [{ title }] : [], basedOn });
      expect(await set("Abba Père", 0)).toEqual({ status: "done" });
      expect(await set("Gloire", 0)).toMatchObject({ status: "refused", code: "programme.changed" });
      expect(await set("Abba Père", 0)).toEqual({ status: "done" });
      const shown = JSON.stringify([[{ title: "Abba Père" }], 1]);
      expect(programmes(source.snapshot().planning)).toBe(shown);
      await shows(elsewhere, (planning) => programmes(planning) === shown);
      const edited = {
        type: "event.edited",
        eventId: REHEARSAL.id,
        edit: { location: "Salle" },
        answers: "keep",
      } as const;
      await source.submit(edited);
      expect(programmes(source.snapshot().planning)).toBe(shown);
      expect(await set("", 1)).toEqual({ status: "done" });
      await shows(elsewhere, (planning) => programmes(planning) === JSON.stringify([undefined, 2]));
    });

    it("brings a programme back with the event that was deleted", async () => {
      const { source } = await create(groups);
      await ready(source);
      await source.submit(CREATED);
      const programme = [{ title: "Abba Père" }];
      await source.submit({ type: "programme.set", eventId: REHEARSAL.id, programme, basedOn: 0 });
      const outcome = await source.submit({ type: "event.deleted", eventId: REHEARSAL.id });
      if (outcome.status === "refused" || outcome.undo === undefined) throw new Error("it was not deleted");
      await source.submit(outcome.undo);
      await until(source, () => source.snapshot().planning.events[0]?.programme !== undefined);
      expect(source.snapshot().planning.events[0]).toMatchObject({ programme, programmeVersion: 1 });
    });

    it("shows who leads a group here and elsewhere, until they leave it", async () => {
      const { source, elsewhere, person } = await create(groups);
      await Promise.all([ready(source), ready(elsewhere)]);
      const about = { groupId: "1", userId: person.id };
      const leaders = ({ groups: [first] }: Planning) => first?.leaderIds;
      await source.submit({ type: "group.joined", ...about });
      for (const end of ["group.leader_removed", "group.left"] as const) {
        expect(await source.submit({ type: "group.leader_named", ...about })).toEqual({ status: "done" });
        expect(leaders(source.snapshot().planning)).toEqual([person.id]);
        await shows(elsewhere, (planning) => leaders(planning)?.[0] === person.id);
        await source.submit({ type: end, ...about });
        expect(leaders(source.snapshot().planning)).toBeUndefined();
        await shows(elsewhere, (planning) => leaders(planning) === undefined);
      }
    });

    it("refuses a repair of another line-up than the kept one, and one with somebody who is not present", async () => {
      const { source, person } = await create(groups);
      await ready(source);
      await source.submit(CREATED);
      const lineUp = [{ role: roleOf(person), userId: person.id }];
      const repair = { type: "line_up.kept", eventId: REHEARSAL.id, lineUp, repairs: [] } as const;
      const refused = { status: "refused", code: "line_up.changed" };
      await source.submit({ type: "availability.set", eventId: REHEARSAL.id, person, answer: "present" });
      expect(await source.submit(repair)).toEqual(refused);
      await source.submit({ type: "line_up.kept", eventId: REHEARSAL.id, lineUp: [] });
      await source.submit({ type: "availability.set", eventId: REHEARSAL.id, person, answer: "absent" });
      expect(await source.submit(repair)).toEqual(refused);
      expect(source.snapshot().planning.events[0]?.lineUp).toEqual([]);
      await source.submit({ type: "availability.set", eventId: REHEARSAL.id, person, answer: "present" });
      expect(await source.submit(repair)).toEqual({ status: "done" });
      const twice = [...lineUp, ...lineUp];
      expect(await source.submit({ ...repair, lineUp: twice })).toEqual({ status: "refused", code: "line_up.invalid" });
    });

    it("shows how often a person wants to play at most, until they have no limit", async () => {
      const { source, person } = await create(groups);
      await ready(source);
      const need = { type: "wish", userId: person.id } as const;
      source.need(need);
      await until(source, () => source.statusOf(need) === "ready");
      expect(await source.submit({ type: "person.wish_set", userId: person.id, most: 2 })).toEqual({ status: "done" });
      expect(source.snapshot().planning.wishes).toEqual({ [person.id]: 2 });
      await source.submit({ type: "person.wish_set", userId: person.id, most: null });
      expect(source.snapshot().planning.wishes).toEqual({});
    });

    it("offers no undo for changes that delete nothing", async () => {
      const { source } = await create(groups);
      await ready(source);
      expect(await source.submit(CREATED)).not.toHaveProperty("undo");
      expect(await source.submit({ type: "event.deleted", eventId: "gone" })).not.toHaveProperty("undo");
    });

    it("deletes a group's events with it", async () => {
      const { source } = await create(groups);
      await ready(source);
      await source.submit(CREATED);
      await source.submit({ type: "group.deleted", groupId: "1" });
      expect(source.snapshot().planning).toMatchObject({ groups: [groups[1]], events: [] });
    });
  });
}
