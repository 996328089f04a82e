import { describe, expect, test } from "vitest";
import { type Answer, type AvailabilityEntry, entriesFor } from "../availability/availability.ts";
import type { Person } from "../people/people.ts";
import type { Service } from "../people/services.ts";
import { CRITICAL_ROLES, DEFAULT_COMBINABLE_PAIRS } from "./critical-roles.ts";
import { type PlayQuestion, playState, tiedRoles } from "./play-state.ts";
import { type PlayVerdict, playVerdict } from "./play-verdict.ts";
import type { Turns } from "./turns.ts";

function person(firstName: string, lastName: string, ...positions: Service[]): Person {
  return { id: firstName, firstName, lastName, positions };
}

const camille = person("Camille", "Perrin", "Lead", "Guitare acoustique", "Voix");
const david = person("David", "Colin", "Pasteur");
const elise = person("Élise", "Fontaine", "Piano", "Voix");
const julien = person("Julien", "Marchand", "Guitare électrique");
const mathieu = person("Mathieu", "Garnier", "Sono", "DM");
const yannick = person("Yannick", "Morel", "Batterie", "Bass");
const helene = person("Hélène", "Brunet", "Lead", "Piano", "Clavier");
const noemie = person("Noémie", "Lefèvre", "Violon", "Sono");
const anais = person("Anaïs", "Rousseau", "Saxophone", "Voix");
const ruth = person("Ruth", "Diallo", "Voix", "Pasteur");
const samuel = person("Samuel", "Okafor", "Bass");
const thomas = person("Thomas", "Nguyen", "Batterie", "Percussions");
const quintet = [camille, david, elise, julien, mathieu];
const everybody = [...quintet, yannick, helene, noemie, anais, ruth, samuel, thomas];

function entries(people: readonly Person[], answer: Answer): AvailabilityEntry[] {
  return people.flatMap((each) => entriesFor(each, answer));
}

function question(
  present: readonly Person[],
  absent: readonly Person[],
  overrides: Partial<PlayQuestion> = {},
): PlayQuestion {
  return {
    availability: [...entries(absent, "absent"), ...entries(present, "present")],
    people: everybody,
    combinablePairs: DEFAULT_COMBINABLE_PAIRS,
    requiredRoles: CRITICAL_ROLES,
    isPast: false,
    ...overrides,
  };
}

function lineUpOf(verdict: PlayVerdict): string[] {
  return verdict.lineUp.map(({ role, holder }) => `${role} ${holder.firstName}`);
}

describe("can those present play?", () => {
  test("yes: everybody has somebody else for each of their roles", () => {
    const verdict = playVerdict(question(everybody, []));
    expect(verdict).toEqual({ state: "complete", isPast: false, lineUp: verdict.lineUp });
    expect(lineUpOf(verdict)).toEqual([
      "Lead Hélène",
      "Batterie Thomas",
      "Bass Samuel",
      "Piano Élise",
      "Guitare Julien",
      "Sono Mathieu",
      "Pasteur David",
    ]);
  });

  test("yes, as long as nobody on whom it depends stays away", () => {
    const verdict = playVerdict(question([...quintet, thomas, samuel, ruth], [helene]));
    expect(verdict).toMatchObject({
      state: "fragile",
      isPast: false,
      weakPoints: [
        { person: camille, leftOut: ["Lead"] },
        { person: thomas, leftOut: ["Batterie"] },
        { person: samuel, leftOut: ["Bass"] },
        { person: elise, leftOut: ["Piano"] },
        { person: mathieu, leftOut: ["Sono"] },
      ],
      toAsk: [
        { person: yannick, help: "doubles", takes: ["Batterie", "Bass"] },
        { person: noemie, help: "doubles", takes: ["Sono"] },
      ],
    });
  });

  test("no: one person would have to be in two places", () => {
    const verdict = playVerdict(question([...quintet, yannick], [helene, noemie]));
    expect(verdict).toEqual({
      state: "not_together",
      isPast: false,
      lineUp: verdict.lineUp,
      leftOut: ["Bass"],
      blockage: { roles: ["Batterie", "Bass"], holders: [yannick] },
      toAsk: [
        {
          person: thomas,
          help: "suffices",
          takes: ["Batterie"],
          gains: ["Bass"],
          moves: [{ person: yannick, from: ["Batterie"], to: ["Bass"] }],
        },
        { person: samuel, help: "suffices", takes: ["Bass"], gains: ["Bass"], moves: [] },
      ],
    });
    expect(lineUpOf(verdict)).toContain("Batterie Yannick");
  });

  test("not yet: those who have not answered can fill what is missing", () => {
    const verdict = playVerdict(question(quintet, [yannick]));
    expect(verdict).toEqual({
      state: "roles_to_fill",
      isPast: false,
      lineUp: verdict.lineUp,
      missing: ["Batterie", "Bass"],
      leftOut: ["Batterie", "Bass"],
      toAsk: [
        { person: thomas, help: "adds_roles", takes: ["Batterie"], gains: ["Batterie"], moves: [] },
        { person: samuel, help: "adds_roles", takes: ["Bass"], gains: ["Bass"], moves: [] },
      ],
    });
  });

  test("no, whatever the answers that are still to come", () => {
    const verdict = playVerdict(question(quintet, [yannick, thomas]));
    expect(verdict).toMatchObject({
      state: "out_of_reach",
      missing: ["Batterie", "Bass"],
      leftOut: ["Batterie", "Bass"],
      blockage: { roles: ["Batterie"], holders: [] },
      heldByNobody: [],
      toAsk: [{ person: samuel, help: "adds_roles" }],
    });
  });

  test("no, when even those who have not answered would have to be in two places", () => {
    const verdict = playVerdict(question(quintet, [thomas, samuel]));
    expect(verdict).toMatchObject({
      state: "out_of_reach",
      blockage: { roles: ["Batterie", "Bass"], holders: [yannick] },
      toAsk: [{ person: yannick, takes: ["Batterie"] }],
    });
  });

  test("a young team reads which roles nobody in it holds, present, absent or silent", () => {
    const verdict = playVerdict(question([camille], [david], { people: [camille, david, elise] }));
    expect(verdict).toMatchObject({ state: "out_of_reach", heldByNobody: ["Batterie", "Bass", "Sono"] });
    expect(playVerdict(question([samuel], [], { people: [] }))).toMatchObject({
      heldByNobody: ["Lead", "Batterie", "Piano", "Guitare", "Sono", "Pasteur"],
    });
  });

  test("with nobody at all nothing can be filled", () => {
    const verdict = playVerdict(question([], [], { people: [] }));
    expect(verdict).toMatchObject({ state: "out_of_reach", lineUp: [], toAsk: [] });
    expect(verdict).toMatchObject({ missing: CRITICAL_ROLES, leftOut: CRITICAL_ROLES, heldByNobody: CRITICAL_ROLES });
  });
});

describe("combinable roles", () => {
  const trio = [david, elise, mathieu, samuel, thomas];

  test("a leader may also play the guitar, where nobody else does", () => {
    const verdict = playVerdict(question([camille, ...trio], []));
    expect(lineUpOf(verdict)).toEqual(expect.arrayContaining(["Lead Camille", "Guitare Camille"]));
    expect(verdict.state).toBe("fragile");
  });

  test("unless the group says that nobody does two things at once", () => {
    const verdict = playVerdict(question([camille, ...trio], [], { combinablePairs: [] }));
    expect(verdict).toMatchObject({
      state: "not_together",
      blockage: { roles: ["Lead", "Guitare"], holders: [camille] },
    });
  });

  test("two roles never become three", () => {
    const busy = person("Zoé", "Abel", "Lead", "Piano", "Guitare acoustique");
    const pairs = [...DEFAULT_COMBINABLE_PAIRS, ["Piano", "Guitare"] as const];
    const people = [busy, david, mathieu, samuel, thomas];
    expect(playVerdict(question(people, [], { people, combinablePairs: pairs }))).toMatchObject({
      state: "not_together",
      leftOut: ["Guitare"],
      blockage: { roles: ["Lead", "Piano", "Guitare"], holders: [busy] },
    });
  });
});

describe("who counts", () => {
  test("those who are present do so with the services that were recorded, not with those of today", () => {
    const now = person("Yannick", "Morel", "Batterie", "Bass", "Sono");
    const people = everybody.map((each) => (each === yannick ? now : each));
    const verdict = playVerdict(question([camille, david, elise, julien, yannick], [], { people }));
    expect(verdict).toMatchObject({ missing: ["Sono"] });
  });

  test("those who have not answered count with their services of today, unless the event is past", () => {
    expect(playState(question(quintet, []))).toBe("roles_to_fill");
    const past = question(quintet, [], { isPast: true });
    expect(playState(past)).toBe("out_of_reach");
    expect(playVerdict(past)).toMatchObject({ isPast: true, toAsk: [], blockage: { roles: ["Batterie", "Bass"] } });
  });

  test("those who are absent count nowhere", () => {
    expect(playState(question(quintet, [thomas, yannick]))).toBe("out_of_reach");
  });

  test("those whom the user list knows have the names that it says", () => {
    const jeanLuc = { ...samuel, firstName: "Jean Luc", lastName: "Okafor" };
    expect(playVerdict(question([jeanLuc], [], { people: [jeanLuc] })).lineUp).toEqual([
      { role: "Bass", holder: jeanLuc },
    ]);
  });

  test("somebody whom the user list does not know counts under the name in their answer", () => {
    const verdict = playVerdict(question([samuel], [], { people: [] }));
    expect(verdict.lineUp).toEqual([{ role: "Bass", holder: { ...samuel } }]);
    const nameless = [{ userId: "x", userName: "Jean Luc de la Tour", position: "Bass", status: "present" } as const];
    expect(playVerdict(question([], [], { availability: nameless })).lineUp).toEqual([
      { role: "Bass", holder: { id: "x", firstName: "Jean", lastName: "Luc de la Tour", positions: ["Bass"] } },
    ]);
  });
});

describe("whom to ask", () => {
  test("whoever ends the fragility, with what they would take in each case", () => {
    const duo = person("Zoé", "Abel", "Batterie", "Bass");
    const people = [...everybody, duo];
    const present = [...quintet, helene, noemie, ruth, samuel, thomas];
    expect(playVerdict(question(present, [yannick], { people }))).toMatchObject({
      state: "fragile",
      weakPoints: [{ person: thomas }, { person: samuel }],
      toAsk: [
        {
          person: duo,
          help: "secures",
          takes: ["Batterie", "Bass"],
          standIns: [
            { absent: thomas, takes: ["Batterie"] },
            { absent: samuel, takes: ["Bass"] },
          ],
        },
      ],
    });
  });

  test("then whoever could stand in for some of those whom nobody can do without, for most of them first", () => {
    const present = [...quintet, helene, noemie, ruth, samuel, thomas];
    const other = person("Zoé", "Abel", "Batterie");
    const duo = person("Zoé", "Zeller", "Batterie", "Bass");
    const asked = { person: other, help: "doubles", takes: ["Batterie"] };
    expect(playVerdict(question(present, [yannick], { people: [...everybody, other] }))).toMatchObject({
      state: "fragile",
      toAsk: [{ ...asked, standIns: [{ absent: thomas, takes: ["Batterie"] }] }],
    });
    expect(playVerdict(question(present, [yannick], { people: [...everybody, other, duo] }))).toMatchObject({
      toAsk: [{ person: duo, help: "secures" }, asked],
    });
    const [bassist, both] = [person("Ana", "Abel", "Bass"), person("Zoé", "Zeller", "Batterie", "Pasteur")];
    const seven = [...quintet, samuel, thomas];
    expect(playVerdict(question(seven, [yannick], { people: [...seven, bassist, both] }))).toMatchObject({
      toAsk: [
        { person: both, help: "doubles", takes: ["Batterie", "Pasteur"] },
        { person: bassist, help: "doubles", takes: ["Bass"] },
      ],
    });
  });

  test("nobody who could stand in for none of them", () => {
    const present = [...quintet, helene, noemie, ruth, samuel, thomas];
    const other = person("Zoé", "Abel", "Voix");
    expect(playVerdict(question(present, [yannick], { people: [...everybody, other] }))).toMatchObject({ toAsk: [] });
  });

  test("a longer swap is told in the order in which one change follows from another", () => {
    const [first, second] = [person("Léo", "Abel", "Bass", "Piano"), person("Lou", "Abel", "Batterie", "Bass")];
    const present = [camille, david, julien, mathieu, first, second];
    const verdict = playVerdict(question(present, [], { people: [...present, thomas] }));
    expect(verdict).toMatchObject({
      state: "not_together",
      leftOut: ["Piano"],
      toAsk: [
        {
          person: thomas,
          takes: ["Batterie"],
          gains: ["Piano"],
          moves: [
            { person: second, from: ["Batterie"], to: ["Bass"] },
            { person: first, from: ["Bass"], to: ["Piano"] },
          ],
        },
      ],
    });
  });

  test("a swap that goes up and down the scale is told in its own order", () => {
    const [first, second] = [person("Léo", "Abel", "Lead", "Bass"), person("Lou", "Abel", "Batterie", "Bass")];
    const third = person("Zoé", "Abel", "Batterie", "Guitare acoustique");
    const leader = person("Ava", "Abel", "Lead");
    const present = [first, second, third, david, elise, mathieu];
    const verdict = playVerdict(question(present, [], { people: [...present, leader], combinablePairs: [] }));
    expect(verdict).toMatchObject({
      toAsk: [
        {
          person: leader,
          takes: ["Lead"],
          moves: [
            { person: first, from: ["Lead"], to: ["Bass"] },
            { person: second, from: ["Bass"], to: ["Batterie"] },
            { person: third, from: ["Batterie"], to: ["Guitare"] },
          ],
        },
      ],
    });
  });

  test("of two swaps of one length, the one in which the newcomer takes the earlier role is told", () => {
    const [later, earlier] = [person("Ana", "Abel", "Bass", "Piano"), person("Yvan", "Zola", "Batterie", "Piano")];
    const newcomer = person("Zoé", "Petit", "Batterie", "Bass");
    const present = [camille, later, earlier, julien, mathieu, david];
    expect(playVerdict(question(present, [], { people: [...present, newcomer] }))).toMatchObject({
      leftOut: ["Piano"],
      toAsk: [
        { person: newcomer, takes: ["Batterie"], moves: [{ person: earlier, from: ["Batterie"], to: ["Piano"] }] },
      ],
    });
  });

  test("the newcomer takes one role rather than two, where that changes as little", () => {
    const busy = person("Zoé", "Abel", "Lead", "Batterie", "Bass");
    const newcomer = person("Ava", "Abel", "Lead", "Batterie");
    const present = [busy, david, elise, julien, mathieu];
    expect(playVerdict(question(present, [], { people: [...present, newcomer] }))).toMatchObject({
      toAsk: [
        {
          person: newcomer,
          takes: ["Batterie"],
          moves: [{ person: busy, from: ["Lead", "Batterie"], to: ["Lead", "Bass"] }],
        },
      ],
    });
  });

  test("no swap is told where the person can simply take what is left out", () => {
    const both = person("Adam", "Abel", "Batterie", "Bass");
    const verdict = playVerdict(question([...quintet, yannick], [], { people: [...quintet, yannick, both] }));
    expect(verdict).toMatchObject({ toAsk: [{ person: both, takes: ["Bass"], moves: [] }] });
  });
});

test("the roles that are covered but not together are the ones that the verdict names", () => {
  const tied = question([...quintet, yannick], [helene, noemie]);
  expect(playState(tied)).toBe("not_together");
  expect(tiedRoles(tied)).toEqual(["Batterie", "Bass"]);
});

describe("the roles that an event needs", () => {
  const state = (of: PlayQuestion) => playVerdict(of).state;

  test("decide alone: a rehearsal without Sono and Pasteur is complete without them", () => {
    const isNeeded = ({ positions }: Person) => !positions.includes("Sono") && !positions.includes("Pasteur");
    const players = everybody.filter(isNeeded);
    const requiredRoles = CRITICAL_ROLES.filter((role) => role !== "Sono" && role !== "Pasteur");
    expect(state(question(players, []))).toBe("roles_to_fill");
    expect(state(question(players, [], { requiredRoles }))).toBe("complete");
    expect(lineUpOf(playVerdict(question(players, [], { requiredRoles })))).toHaveLength(5);
  });

  test("may be others than the seven", () => {
    const requiredRoles = ["Voix", "Violon"] as const;
    expect(state(question([ruth], [], { requiredRoles }))).toBe("roles_to_fill");
    expect(lineUpOf(playVerdict(question([ruth, noemie], [], { requiredRoles })))).toEqual([
      "Voix Ruth",
      "Violon Noémie",
    ]);
    const beyond = question([ruth], [], { requiredRoles: ["Clavier", "Saxophone", "DM"], people: [ruth] });
    expect(playVerdict(beyond)).toMatchObject({ state: "out_of_reach", heldByNobody: ["Clavier", "Saxophone", "DM"] });
  });

  test("may be none: then nobody is missing", () => {
    const none = question([], everybody, { requiredRoles: [] });
    expect(playVerdict(none)).toEqual({ state: "complete", isPast: false, lineUp: [] });
  });
});

describe("whose turn it is", () => {
  const turns: Turns = new Map(
    [
      { userId: "Thomas", played: 3, of: 4, isBeyondWish: false },
      { userId: "Yannick", played: 1, of: 4, isBeyondWish: false },
    ].map((turn) => [turn.userId, turn]),
  );
  const asked = (of: PlayQuestion, known?: Turns) => {
    const verdict = playVerdict(of, known);
    return verdict.state === "complete" ? [] : verdict.toAsk.map(({ person: { firstName } }) => firstName);
  };

  test("decides among those whose yes helps as much, and those beyond their wish come last", () => {
    const drummers = question([...quintet, samuel], [helene, noemie, anais, ruth]);
    expect(asked(drummers)).toEqual(["Yannick", "Thomas"]);
    expect(asked(drummers, new Map())).toEqual(["Yannick", "Thomas"]);
    const more: Turns = new Map([...turns, ["Yannick", { userId: "Yannick", played: 4, of: 4, isBeyondWish: false }]]);
    expect(asked(drummers, more)).toEqual(["Thomas", "Yannick"]);
    const beyond: Turns = new Map([...turns, ["Yannick", { userId: "Yannick", played: 0, of: 4, isBeyondWish: true }]]);
    expect(asked(drummers, beyond)).toEqual(["Thomas", "Yannick"]);
  });

  test("decides also among those who would make the line-up safer", () => {
    const zoe = person("Zoé", "Abel", "Sono");
    const people = [...everybody, zoe];
    const fragile = question([...quintet, thomas, samuel, ruth], [helene, yannick], { people });
    expect(asked(fragile)).toEqual(["Zoé", "Noémie"]);
    const beyond: Turns = new Map([["Zoé", { userId: "Zoé", played: 0, of: 4, isBeyondWish: true }]]);
    expect(asked(fragile, beyond)).toEqual(["Noémie", "Zoé"]);
  });
});
