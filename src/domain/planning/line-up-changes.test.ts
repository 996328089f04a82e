import { describe, expect, test } from "vitest";
import { entriesFor } from "../availability/availability.ts";
import { CRITICAL_ROLES, DEFAULT_COMBINABLE_PAIRS } from "../line-up/critical-roles.ts";
import type { KeptLineUp } from "../line-up/kept-line-up.ts";
import type { Person } from "../people/people.ts";
import { applyChange, type PlanningChange, refusalOf } from "./planning-change.ts";
import {
  EMPTY_PLANNING,
  findEvent,
  type PlannedEvent,
  type Planning,
  requiredRolesOf,
  combinablePairsOf,
  requiredRolesOfGroup,
  rolesNeeded,
  SEED_GROUPS,
} from "./planning.ts";
import { undoingOf } from "./undoing.ts";

const anna: Person = { id: "anna", firstName: "Anna", lastName: "Petit", positions: ["Lead", "Piano"] };
const dan: Person = { id: "dan", firstName: "Dan", lastName: "Morel", positions: ["Batterie"] };
const zoe: Person = { id: "zoe", firstName: "Zoé", lastName: "Zola", positions: ["Batterie"] };

function event(id: string, overrides: Partial<PlannedEvent> = {}): PlannedEvent {
  const details = { name: "Culte", date: "2026-11-22", time: "10:00", location: "Temple" };
  return { id, groupId: "1", ...details, availability: [], ...overrides };
}

const everybody = [anna, dan, zoe].flatMap((person) => entriesFor(person, "present"));
const planning: Planning = {
  ...EMPTY_PLANNING,
  groups: SEED_GROUPS,
  events: [event("next", { availability: everybody }), event("later", { date: "2026-11-29" })],
};

const LINE_UP: KeptLineUp = [
  { role: "Lead", userId: "anna" },
  { role: "Batterie", userId: "dan" },
];
const OTHER: KeptLineUp = [
  { role: "Batterie", userId: "zoe" },
  { role: "Piano", userId: "anna" },
];
const REPAIR: KeptLineUp = [
  { role: "Lead", userId: "anna" },
  { role: "Batterie", userId: "zoe" },
];

function keep(lineUp: KeptLineUp, repairs?: KeptLineUp): PlanningChange {
  return { type: "line_up.kept", eventId: "next", lineUp, ...(repairs && { repairs }) };
}

function after(...changes: readonly PlanningChange[]): Planning {
  return changes.reduce(applyChange, planning);
}

const DROP = { type: "line_up.dropped", eventId: "next" } as const;
const dropOut: PlanningChange = { type: "availability.set", eventId: "next", person: dan, answer: "absent" };

describe("a kept line-up", () => {
  test("is that of one event, until another is kept or it is dropped", () => {
    const kept = after(keep(LINE_UP));
    expect(findEvent(kept, "next")).toEqual({ ...findEvent(planning, "next"), lineUp: LINE_UP });
    expect(findEvent(kept, "later")).toEqual(event("later", { date: "2026-11-29" }));
    expect(findEvent(applyChange(kept, keep(OTHER)), "next")?.lineUp).toEqual(OTHER);
    expect(applyChange(kept, DROP)).toEqual(planning);
    expect(findEvent(applyChange(kept, DROP), "next")).not.toHaveProperty("lineUp");
  });

  test("of two that leaders keep one after the other is the last", () => {
    expect(findEvent(after(keep(LINE_UP), keep(OTHER)), "next")?.lineUp).toEqual(OTHER);
    expect(findEvent(after(keep(OTHER), keep(LINE_UP)), "next")?.lineUp).toEqual(LINE_UP);
  });

  test("can be kept while somebody on it answers absent: whoever keeps it knows the team", () => {
    expect(findEvent(after(dropOut, keep(LINE_UP)), "next")?.lineUp).toEqual(LINE_UP);
  });

  test("stays as it is when somebody on it drops out, changes services, or the event moves", () => {
    const change: PlanningChange = { type: "person.changed", person: { ...anna, positions: [] }, from: "2026-11-01" };
    const answers = { eventId: "next", edit: { date: "2026-12-06" }, answers: "reset" } as const;
    for (const later of [dropOut, change, { type: "event.edited", ...answers } as const])
      expect(findEvent(after(keep(LINE_UP), later), "next")?.lineUp).toEqual(LINE_UP);
  });

  test("has an open role where a person was who is gone; an event without one gets none", () => {
    const left = after(keep(LINE_UP), { type: "person.removed", userId: "dan" });
    expect(findEvent(left, "next")?.lineUp).toEqual([{ role: "Lead", userId: "anna" }]);
    expect(findEvent(left, "later")).not.toHaveProperty("lineUp");
  });

  test("can be dropped where none is kept, and nothing changes", () => {
    expect(refusalOf(planning, DROP)).toBeNull();
    expect(after(DROP)).toEqual(planning);
  });

  test("is refused for an event that is gone, and with one role twice", () => {
    const gone = { ...planning, events: [] };
    expect(refusalOf(gone, keep(LINE_UP))).toBe("event.not_found");
    expect(refusalOf(gone, DROP)).toBe("event.not_found");
    const twice = keep([...LINE_UP, { role: "Batterie", userId: "zoe" }]);
    expect(refusalOf(planning, twice)).toBe("line_up.invalid");
    expect(applyChange(planning, twice)).toBe(planning);
  });
});

describe("a role that is needed twice", () => {
  const singers = ["anna", "zoe"].map((userId) => ({ role: "Voix" as const, userId }));
  const needed: Planning = { ...planning, requiredRoles: { "1": ["Lead", "Voix", "Voix"] } };

  test("is kept with two people, of a group's roles or of the event's own, and not with more", () => {
    expect(refusalOf(needed, keep(singers))).toBeNull();
    expect(refusalOf(planning, keep(singers))).toBe("line_up.invalid");
    const own = event("next", { requiredRoles: ["Voix", "Voix"] });
    expect(refusalOf({ ...planning, events: [own] }, keep(singers))).toBeNull();
    expect(refusalOf(needed, keep([...singers, { role: "Voix", userId: "dan" }]))).toBe("line_up.invalid");
  });

  test("stays with two where it is needed once from now on, and can lose one", () => {
    const lowered = applyChange(applyChange(needed, keep(singers)), {
      type: "group.required_roles_set",
      groupId: "1",
      roles: ["Voix"],
    });
    expect(findEvent(lowered, "next")?.lineUp).toEqual(singers);
    expect(refusalOf(lowered, keep(singers.slice(1)))).toBeNull();
  });

  test("is kept with two in a part of a shared planning that does not know the group's roles", () => {
    const parts = [
      { ...planning, groups: [] },
      { ...planning, members: {} },
    ];
    for (const part of parts) expect(findEvent(applyChange(part, keep(singers)), "next")?.lineUp).toEqual(singers);
  });
});

describe("a repair", () => {
  test("is kept while it repairs the line-up that is kept, and everybody on it comes", () => {
    const broken = after(keep(LINE_UP), dropOut);
    expect(refusalOf(broken, keep(REPAIR, LINE_UP))).toBeNull();
    expect(findEvent(applyChange(broken, keep(REPAIR, LINE_UP)), "next")?.lineUp).toEqual(REPAIR);
  });

  test("is refused where another line-up was kept meanwhile, or none is", () => {
    expect(refusalOf(after(keep(OTHER)), keep(REPAIR, LINE_UP))).toBe("line_up.changed");
    expect(refusalOf(planning, keep(REPAIR, LINE_UP))).toBe("line_up.changed");
  });

  test("is refused where somebody on it dropped out meanwhile", () => {
    const gone: PlanningChange = { type: "availability.set", eventId: "next", person: zoe, answer: "absent" };
    const broken = after(keep(LINE_UP), dropOut, gone);
    expect(refusalOf(broken, keep(REPAIR, LINE_UP))).toBe("line_up.changed");
    expect(applyChange(broken, keep(REPAIR, LINE_UP))).toBe(broken);
  });

  test("that was kept already is no mistake: a page may send it again", () => {
    expect(refusalOf(after(keep(REPAIR)), keep(REPAIR, LINE_UP))).toBeNull();
  });
});

describe("the roles that an event needs", () => {
  const setRoles: PlanningChange = { type: "group.required_roles_set", groupId: "1", roles: ["Lead", "Voix"] };
  const own = event("own", { requiredRoles: [] });

  function edited(before: PlannedEvent, edit: { requiredRoles?: readonly ["Sono"] | null; name?: string }) {
    const change: PlanningChange = { type: "event.edited", eventId: "own", edit, answers: "keep" };
    return applyChange({ ...planning, events: [before] }, change).events[0];
  }

  test("are the specification's seven until the group's admins choose others, none at all included", () => {
    expect(requiredRolesOfGroup(planning, "1")).toBe(CRITICAL_ROLES);
    expect(requiredRolesOfGroup(after(setRoles), "1")).toEqual(["Lead", "Voix"]);
    expect(requiredRolesOfGroup(after(setRoles), "2")).toBe(CRITICAL_ROLES);
    expect(requiredRolesOfGroup(after(setRoles, { ...setRoles, roles: [] }), "1")).toEqual([]);
  });

  test("are its own where it has some, even none, else those of its group", () => {
    const chosen = after(setRoles);
    expect(requiredRolesOf(chosen, event("next"))).toEqual(["Lead", "Voix"]);
    expect(requiredRolesOf(chosen, event("youth", { groupId: "2" }))).toBe(CRITICAL_ROLES);
    expect(requiredRolesOf(chosen, own)).toEqual([]);
    expect(requiredRolesOf(chosen, { ...own, requiredRoles: ["Sono"] })).toEqual(["Sono"]);
  });

  test("are the same where the group is at hand, and the seven where it is not", () => {
    expect(rolesNeeded(own, { requiredRoles: ["Lead"] })).toEqual([]);
    expect(rolesNeeded({}, { requiredRoles: ["Lead"] })).toEqual(["Lead"]);
    expect(rolesNeeded({}, { requiredRoles: [] })).toEqual([]);
    expect(rolesNeeded({}, {})).toBe(CRITICAL_ROLES);
    expect(rolesNeeded({}, null)).toBe(CRITICAL_ROLES);
  });

  test("go with their group, and come back with it", () => {
    const both = after(setRoles, { type: "group.required_roles_set", groupId: "2", roles: ["Sono"] });
    const deletion = { type: "group.deleted", groupId: "1" } as const;
    const deleted = applyChange(both, deletion);
    expect(deleted.requiredRoles).toEqual({ 2: ["Sono"] });
    const undoing = undoingOf(both, deletion);
    expect(undoing && applyChange(deleted, undoing).requiredRoles).toEqual(both.requiredRoles);
  });

  test("are not chosen for a group that is gone", () => {
    expect(refusalOf(EMPTY_PLANNING, setRoles)).toBe("group.not_found");
  });

  test("are edited with the event: others, none, or those of the group again", () => {
    expect(edited(event("own"), { requiredRoles: ["Sono"] })?.requiredRoles).toEqual(["Sono"]);
    expect(edited(own, { requiredRoles: null })).not.toHaveProperty("requiredRoles");
    expect(edited(own, { name: "Fête" })?.requiredRoles).toEqual([]);
    expect(edited(event("own"), { name: "Fête" })).toStrictEqual(event("own", { name: "Fête" }));
  });

  test("are those of each event of a series that was created with some", () => {
    const id = "3f2b8c1e-5d4a-4e6f-9a7b-0123456789ab";
    const dates = { date: "2026-12-06", time: "10:00", every: "week", until: "2026-12-13" } as const;
    const series = { id, groupId: "1", name: "Répétition", location: "Salle", ...dates };
    const created = applyChange(
      { ...planning, events: [] },
      { type: "series.created", series: { ...series, requiredRoles: ["Lead"] } },
    );
    expect(created.events.map(({ requiredRoles }) => requiredRoles)).toEqual([["Lead"], ["Lead"]]);
    const without = applyChange({ ...planning, events: [] }, { type: "series.created", series });
    expect(without.events.filter((each) => "requiredRoles" in each)).toEqual([]);
  });
});

describe("a wish", () => {
  const wish = (userId: string, most: number | null): PlanningChange => ({ type: "person.wish_set", userId, most });

  test("is one for each person, the last one counts, and it can be withdrawn", () => {
    expect(after(wish("anna", 2), wish("dan", 1)).wishes).toEqual({ anna: 2, dan: 1 });
    expect(after(wish("anna", 2), wish("anna", 4)).wishes).toEqual({ anna: 4 });
    expect(after(wish("anna", 2), wish("dan", 1), wish("anna", null)).wishes).toEqual({ dan: 1 });
  });

  test("is refused to nobody, and goes with the person", () => {
    expect(refusalOf(EMPTY_PLANNING, wish("unknown", 1))).toBeNull();
    expect(after(wish("anna", 2), wish("dan", 1), { type: "person.removed", userId: "anna" }).wishes).toEqual({
      dan: 1,
    });
  });
});

test("a group whose id is the name of a built-in has the usual roles and pairs", () => {
  for (const id of ["constructor", "toString", "__proto__"]) {
    expect(requiredRolesOfGroup({ requiredRoles: {} }, id)).toBe(CRITICAL_ROLES);
    expect(combinablePairsOf({ combinablePairs: {} }, id)).toBe(DEFAULT_COMBINABLE_PAIRS);
  }
});

test("a person who is removed takes their absences along, and nobody else's", () => {
  const days = { from: "2026-12-01", to: "2026-12-08" };
  const absences = [anna, dan].map((person) => ({ id: `${person.id} away`, person, ...days }));
  const left = applyChange({ ...planning, absences }, { type: "person.removed", userId: "anna" });
  expect(left.absences.map(({ id }) => id)).toEqual(["dan away"]);
});
