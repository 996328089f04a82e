import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type AvailabilityEntry,
  entriesFor,
  entriesOf,
  presentPeople,
  withAnswer,
} from "../availability/availability.ts";
import { addDays } from "../calendar/calendar.ts";
import { CRITICAL_ROLES, DEFAULT_COMBINABLE_PAIRS, missingRoles } from "../line-up/critical-roles.ts";
import { type PlayQuestion, playState } from "../line-up/play-state.ts";
import { playVerdict } from "../line-up/play-verdict.ts";
import type { Person } from "../people/people.ts";
import { SERVICES } from "../people/services.ts";
import { dropOutOf, dropOutRecipients } from "./drop-outs.ts";

const TODAY = "2026-11-22";
const SUNDAY = "2026-11-29";

function person(id: string, ...positions: string[]): Person {
  return { id, firstName: id, lastName: "", positions };
}

const drummer = person("drummer", "Batterie");
const BAND = [
  person("lead", "Lead"),
  drummer,
  person("bass", "Bass"),
  person("piano", "Piano"),
  person("guitar", "Guitare électrique"),
  person("sound", "Sono"),
  person("pastor", "Pasteur"),
];
const SUBSTITUTES = BAND.map(({ id, positions }) => person(`${id} too`, ...positions));
const [drummerToo] = SUBSTITUTES.filter(({ id }) => id === "drummer too") as [Person];

function present(...people: readonly Person[]): AvailabilityEntry[] {
  return people.flatMap((each) => entriesFor(each, "present"));
}

function question(people: readonly Person[], availability: readonly AvailabilityEntry[]): PlayQuestion {
  return {
    people,
    availability,
    combinablePairs: DEFAULT_COMBINABLE_PAIRS,
    requiredRoles: CRITICAL_ROLES,
    isPast: false,
  };
}

/** `who` no longer comes, while `others` are present and `people` can be asked. */
function dropOut(
  who: Person,
  others: readonly Person[],
  people: readonly Person[],
  answer: "absent" | null = "absent",
) {
  const availability = withAnswer(present(...others, who), who, answer);
  return dropOutOf(question(people, availability), asPresent(who), SUNDAY, TODAY);
}

function asPresent({ id, positions }: Person) {
  return { userId: id, userName: id, positions };
}

describe("somebody drops out", () => {
  const rest = BAND.filter((each) => each !== drummer);

  test("and a role is missing: others can take it, or nobody", () => {
    expect(dropOut(drummer, rest, [...BAND, drummerToo])).toMatchObject({
      before: "fragile",
      now: "roles_to_fill",
      missing: ["Batterie"],
      toAsk: [{ person: drummerToo, help: "suffices", gains: ["Batterie"] }],
    });
    expect(dropOut(drummer, rest, BAND)).toEqual({
      before: "fragile",
      now: "out_of_reach",
      missing: ["Batterie"],
      toAsk: [],
    });
  });

  test("and all depends on others: no role is missing", () => {
    const others = [...SUBSTITUTES, ...rest];
    const third = person("drummer three", "Batterie");
    expect(dropOut(drummer, others, [...others, drummer, third])).toMatchObject({
      before: "complete",
      now: "fragile",
      missing: [],
      toAsk: [{ person: third, help: "secures" }],
    });
  });

  test("and those who are left hold all roles, but cannot fill them together", () => {
    const both = person("both", "Batterie", "Bass");
    const others = [both, ...rest.filter(({ id }) => id !== "bass")];
    expect(dropOut(drummer, others, [...others, drummer, drummerToo])).toMatchObject({
      before: "fragile",
      now: "not_together",
      missing: ["Bass"],
      toAsk: [{ person: drummerToo, help: "suffices" }],
    });
  });

  test("and fewer roles can be filled, in an event that lacked others before", () => {
    expect(dropOut(drummer, [], BAND)).toMatchObject({ before: "roles_to_fill", now: "out_of_reach" });
    expect(dropOut(drummer, [], [drummer, drummerToo])).toMatchObject({ before: "out_of_reach", now: "out_of_reach" });
  });

  test("or withdraws their answer: they are not proposed", () => {
    expect(dropOut(drummer, rest, [...BAND, drummerToo], null)).toMatchObject({
      now: "roles_to_fill",
      toAsk: [{ person: drummerToo }],
    });
  });

  test("as they were present: services that they added or left since do not count", () => {
    const now = person("drummer", "Voix");
    const availability = withAnswer(present(...BAND), now, "absent");
    const asked = question(BAND, availability);
    expect(dropOutOf(asked, asPresent(drummer), SUNDAY, TODAY)).toMatchObject({ missing: ["Batterie"] });
    expect(dropOutOf(asked, asPresent(now), SUNDAY, TODAY)).toBeNull();
  });
});

describe("nobody is told", () => {
  test("where the event is as well off as before", () => {
    const singer = person("singer", "Voix");
    expect(dropOut(singer, BAND, BAND)).toBeNull();
    expect(dropOut(person("third", "Batterie"), [...BAND, ...SUBSTITUTES], BAND)).toBeNull();
    expect(dropOut(person("third", "Batterie"), [drummer], BAND)).toBeNull();
  });

  test("where the person is present again", () => {
    expect(dropOutOf(question(BAND, present(...BAND)), asPresent(drummer), SUNDAY, TODAY)).toBeNull();
    const doubled = question([], present(...BAND, ...SUBSTITUTES));
    expect(dropOutOf(doubled, asPresent(drummer), SUNDAY, TODAY)).toBeNull();
  });

  test("where the person is present again, with another service that is as much needed", () => {
    const others = BAND.filter(({ id }) => id !== "drummer" && id !== "bass");
    const asked = question([], present(...others, person("drummer", "Bass")));
    expect(dropOutOf(asked, asPresent(drummer), SUNDAY, TODAY)).toBeNull();
  });

  test.each([
    [-1, false],
    [0, true],
    [14, true],
    [15, false],
  ])("of an event in %d days: %s", (days, isTold) => {
    const asked = question(BAND, present(...BAND.slice(1)));
    expect(dropOutOf(asked, asPresent(BAND[0] as Person), addDays(TODAY, days), TODAY) !== null).toBe(isTold);
  });

  test("of an event that is past", () => {
    const asked = { ...question(BAND, present(...BAND.slice(1))), isPast: true };
    expect(dropOutOf(asked, asPresent(BAND[0] as Person), TODAY, TODAY)).toBeNull();
  });
});

describe("for any team", () => {
  const people = fc
    .array(fc.subarray([...SERVICES], { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 12 })
    .map((services) => services.map((positions, index) => person(String(index), ...positions)));

  test("what is told is what is worse, and nothing is told where all is as before", () => {
    const team = fc.record({ people, silent: fc.nat(12), answer: fc.constantFrom("absent" as const, null) });
    fc.assert(
      fc.property(team, ({ people: everybody, silent, answer }) => {
        const comers = everybody.slice(silent);
        const [who] = comers;
        if (!who) return;
        const before = question(everybody, present(...comers));
        const after = { ...before, availability: withAnswer(before.availability, who, answer) };
        const [recorded] = presentPeople(entriesOf(asPresent(who), "present"));
        const told = dropOutOf(after, recorded as NonNullable<typeof recorded>, SUNDAY, TODAY);
        const [was, is] = [playVerdict(before), playVerdict(after)];
        expect(told !== null).toBe(was.state !== is.state || was.lineUp.length > is.lineUp.length);
        if (!told) return;
        expect([told.before, told.now]).toEqual([playState(before), playState(after)]);
        const lacking = missingRoles(after.availability, CRITICAL_ROLES);
        if (lacking.length > 0) expect(told.missing).toEqual(lacking);
        expect(told.toAsk.every((asked) => asked.person.id !== who.id)).toBe(true);
      }),
    );
  });
});

describe("the admins who are told", () => {
  const adminIds = ["anna", "ben", "chloe"];

  function told(memberIds: readonly string[], userId = "drummer", saidBy = userId): string[] {
    return dropOutRecipients({ adminIds, memberIds, userId, saidBy });
  }

  test("belong to the group, or are all where none does", () => {
    expect(told(["anna", "drummer", "chloe"])).toEqual(["anna", "chloe"]);
    expect(told(["drummer"])).toEqual(adminIds);
  });

  test("are the group's leaders, too, and then no admin from elsewhere", () => {
    const ofGroup = { adminIds, memberIds: ["drummer", "lina", "marc"], leaderIds: ["lina", "marc"] };
    const toldOf = (userId: string, saidBy = userId) => dropOutRecipients({ ...ofGroup, userId, saidBy });
    expect(toldOf("drummer")).toEqual(["lina", "marc"]);
    expect(toldOf("drummer", "lina")).toEqual(["marc"]);
    expect(toldOf("lina")).toEqual(["marc"]);
    const withAnna = { ...ofGroup, memberIds: ["anna", "drummer", "lina"], leaderIds: ["anna", "lina"] };
    expect(dropOutRecipients({ ...withAnna, userId: "drummer", saidBy: "drummer" })).toEqual(["anna", "lina"]);
  });

  test("are all admins when the only leader dropped out", () => {
    const ofLina = { adminIds, memberIds: ["lina"], leaderIds: ["lina"], userId: "lina", saidBy: "lina" };
    expect(dropOutRecipients(ofLina)).toEqual(adminIds);
  });

  test("are not the one who dropped out: then all others, where no other belongs to the group", () => {
    expect(told(["anna", "ben"], "anna")).toEqual(["ben"]);
    expect(told(["anna"], "anna")).toEqual(["ben", "chloe"]);
  });

  test("are not the one who answered for the person, who knows", () => {
    expect(told(["anna", "ben", "drummer"], "drummer", "anna")).toEqual(["ben"]);
    expect(told(["anna", "drummer"], "drummer", "anna")).toEqual([]);
    expect(told(["drummer"], "drummer", "anna")).toEqual(["ben", "chloe"]);
  });
});
