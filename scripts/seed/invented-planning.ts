/**
 * Invents a planning of any size: groups with events and answers, whose people repeat the names of the demo's team. The
 * same sizes and the same day give the same rows.
 */
import { addDays, type PlainDate } from "#domain/calendar/calendar.ts";
import type { Service } from "#domain/people/services.ts";
import { demoId } from "#server/demo/demo-ids.ts";
import { DEMO_PEOPLE } from "#text/demo/demo-team.ts";

export interface SeedSizes {
  readonly groups: number;
  readonly people: number;
  readonly events: number;
}

export interface InventedPerson {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly positions: readonly Service[];
  readonly isAdmin: boolean;
  /** The numbers of their groups, from 0. */
  readonly groups: readonly number[];
}

export interface InventedEvent {
  readonly id: string;
  /** The number of its group, from 0. */
  readonly group: number;
  readonly name: string;
  readonly date: PlainDate;
  readonly time: string;
  readonly location: string;
}

export interface InventedAnswer {
  readonly person: InventedPerson;
  readonly status: "present" | "absent";
}

const TOWNS = "Lyon Nantes Lille Rennes Nîmes Metz Annecy Bordeaux Dijon Reims Tours Pau Brest Nancy Albi Colmar".split(
  " ",
);
const GROUP_KINDS = ["Louange de", "Jeunes de", "Chorale de", "Orchestre de"];
/** The events of a group in each week: days from its Sunday, time, name, location. */
const WEEK: readonly (readonly [number, string, string, string])[] = [
  [0, "10:00", "Culte du dimanche", "Temple, 4 rue des Tilleuls"],
  [-3, "19:30", "Répétition", "Salle paroissiale"],
];
/** One of this many weeks is past. */
const WEEKS_PER_PAST_WEEK = 5;
/** At most this many members of a group can have an answer to an event. */
const ANSWERS_MAX = 20;
/** Each person whose number is a multiple of this plays in a second group. */
const SECOND_GROUP_EVERY = 7;

/** A pseudorandom whole number below `below` that depends only on `numbers` (a hash like MurmurHash3's). */
function drawn(below: number, ...numbers: readonly number[]): number {
  let hash = 0x9e37_79b9;
  for (const number of numbers) {
    hash = Math.imul(hash ^ number, 0x85eb_ca6b);
    hash ^= hash >>> 13;
    hash = Math.imul(hash, 0xc2b2_ae35);
    hash ^= hash >>> 16;
  }
  return (hash >>> 0) % below;
}

function pick<Item>(items: readonly Item[], number: number): Item {
  const item = items[number % items.length];
  if (item === undefined) throw new RangeError("nothing to pick from");
  return item;
}

function groupsOf(number: number, { groups }: SeedSizes): number[] {
  const first = number % groups;
  const second = (first + 1) % groups;
  return number % SECOND_GROUP_EVERY === 0 && second !== first ? [first, second] : [first];
}

/** Group ids are 1, 2, 3…, like those of the first groups of a new planning. */
export function groupId(group: number): string {
  return String(group + 1);
}

export function inventGroupName(group: number): string {
  const kind = pick(GROUP_KINDS, Math.floor(group / TOWNS.length));
  const round = Math.floor(group / (TOWNS.length * GROUP_KINDS.length));
  return `${kind} ${pick(TOWNS, group)}${round === 0 ? "" : ` ${round + 1}`}`;
}

/** @param number from 0; the first person is an admin */
export function inventPerson(number: number, sizes: SeedSizes): InventedPerson {
  const { firstName } = pick(DEMO_PEOPLE, number);
  const { lastName } = pick(DEMO_PEOPLE, number + Math.floor(number / DEMO_PEOPLE.length));
  const ascii = `${firstName}.${lastName}`
    .normalize("NFD")
    .replaceAll(/[^\w.]/g, "")
    .toLowerCase();
  return {
    id: demoId(`seeded person ${number}`),
    firstName,
    lastName,
    email: `${ascii}.${number + 1}@example.org`,
    positions: pick(DEMO_PEOPLE, Math.floor(number / sizes.groups)).services,
    isAdmin: number === 0,
    groups: groupsOf(number, sizes),
  };
}

/**
 * Each group has two events a week. A fifth of them is past.
 * @param number from 0
 * @param sunday the Sunday of the present week
 */
export function inventEvent(number: number, { groups, events }: SeedSizes, sunday: PlainDate): InventedEvent {
  const group = number % groups;
  const indexInGroup = Math.floor(number / groups);
  const weeks = Math.ceil(events / groups / WEEK.length);
  const week = Math.floor(indexInGroup / WEEK.length) - Math.floor(weeks / WEEKS_PER_PAST_WEEK);
  const [days, time, name, location] = pick(WEEK, indexInGroup);
  return { id: demoId(`seeded event ${number}`), group, name, date: addDays(sunday, 7 * week + days), time, location };
}

/** Answers to an event by `members` of its group. Three of four members have answered; one answer of six is absent. */
export function inventAnswers(event: number, members: readonly InventedPerson[]): InventedAnswer[] {
  return members.slice(0, ANSWERS_MAX).flatMap((person, index) => {
    const draw = drawn(24, 3, event, index);
    if (draw < 6) return [];
    return [{ person, status: draw < 9 ? ("absent" as const) : ("present" as const) }];
  });
}
