import { describe, expect, it } from "vitest";
import type { Group, Planning } from "#domain/planning.ts";
import type { PlanningChange } from "#domain/planning-change.ts";
import type { PlanningSource } from "./planning-source.ts";

/** One planning as two readers have it, such as two tabs. */
export interface SourceUnderTest {
  readonly source: PlanningSource;
  readonly elsewhere: PlanningSource;
}

const CAMILLE = { id: "camille", firstName: "Camille", lastName: "Perrin", positions: ["Lead", "Voix"] } as const;
const REHEARSAL = {
  id: "rehearsal",
  groupId: "1",
  name: "Répétition",
  date: "2026-11-24",
  time: "19:30",
  location: "Salle des Tilleuls",
};
const CREATED: PlanningChange = { type: "event.created", event: REHEARSAL };
const PRESENT: PlanningChange = {
  type: "availability.set",
  eventId: REHEARSAL.id,
  person: CAMILLE,
  answer: "present",
};

async function ready(source: PlanningSource): Promise<Planning> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = source.subscribe(check);
  function check(): void {
    if (source.snapshot().status === "ready") resolve();
  }
  check();
  await promise;
  stop();
  return source.snapshot().planning;
}

/** Resolves once `source` shows what `isShown` looks for. */
async function shows(source: PlanningSource, isShown: (planning: Planning) => boolean): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = source.subscribe(check);
  function check(): void {
    if (isShown(source.snapshot().planning)) resolve();
  }
  check();
  await promise;
  stop();
}

/**
 * What screens rely on, whatever the source.
 * @param create a source whose planning has `groups` and no event, anew for each test
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
      const ids = ["a", "b", "c", "d"];
      await Promise.all(ids.map((id) => source.submit({ type: "event.created", event: { ...REHEARSAL, id } })));
      expect(
        source
          .snapshot()
          .planning.events.map(({ id }) => id)
          .toSorted(),
      ).toEqual(ids);
    });

    it("loses nothing of what two readers submit at once", async () => {
      const { source, elsewhere } = await create(groups);
      await Promise.all([ready(source), ready(elsewhere)]);
      await Promise.all([
        source.submit(CREATED),
        elsewhere.submit({ type: "event.created", event: { ...REHEARSAL, id: "other" } }),
      ]);
      await shows(source, ({ events }) => events.length === 2);
      await shows(elsewhere, ({ events }) => events.length === 2);
    });

    it("shows what was changed elsewhere", async () => {
      const { source, elsewhere } = await create(groups);
      await Promise.all([ready(source), ready(elsewhere)]);
      await elsewhere.submit(CREATED);
      await shows(source, ({ events }) => events.length === 1);
      await source.submit(PRESENT);
      await shows(elsewhere, ({ events }) => events[0]?.availability.length === 2);
      expect(elsewhere.snapshot().planning).toEqual(source.snapshot().planning);
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
