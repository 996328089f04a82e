import { type Absence, covers } from "../availability/absences.ts";
import { type AvailabilityEntry, entriesFor } from "../availability/availability.ts";
import { applyChange, type PlanningChange } from "./planning-change.ts";
import { membersOf, type PlannedEvent, type Planning } from "./planning.ts";

type AbsencesAndMembers = Pick<Planning, "absences" | "members">;

/**
 * The availability entries of people who are in an absence, sorted by user id. They are derived and never stored: a person
 * who is away and has not answered counts as absent.
 */
export function entriesOfAbsences(absent: readonly Absence["person"][]): AvailabilityEntry[] {
  const people = new Map(absent.map((person) => [person.id, person]));
  return [...people.values()]
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .flatMap((person) => entriesFor(person, "absent", { source: "absence" }));
}

/** The entries without those that follow from absences. */
export function givenEntries(availability: readonly AvailabilityEntry[]): AvailabilityEntry[] {
  return availability.filter(({ source }) => source === undefined);
}

/** The event as it is stored: without the entries that follow from absences. */
export function withoutAbsences(event: PlannedEvent): PlannedEvent {
  const given = givenEntries(event.availability);
  return given.length === event.availability.length ? event : { ...event, availability: given };
}

function isMember(planning: AbsencesAndMembers, groupId: string, userId: string): boolean {
  // If the members of the group are not known here, the server adds the entry.
  if (planning.members !== null && !Object.hasOwn(planning.members, groupId)) return false;
  return membersOf(planning, groupId, [{ id: userId }]).length > 0;
}

/**
 * The event with one `absent` entry for each member of its group who is in an absence then and gave no answer. These
 * entries come last. Returns `event` itself if nothing changes.
 * @param isConcerned whether a user's entries follow from `planning.absences`; the entries of other users stay
 */
function withAbsenceEntries(
  event: PlannedEvent,
  planning: AbsencesAndMembers,
  isConcerned: (userId: string) => boolean,
): PlannedEvent {
  const { availability, date, groupId } = event;
  const answered = new Set(givenEntries(availability).map(({ userId }) => userId));
  const absent = planning.absences
    .filter((absence) => covers(absence, date))
    .map(({ person }) => person)
    .filter(({ id }) => isConcerned(id) && !answered.has(id) && isMember(planning, groupId, id));
  const derivedBefore = availability.filter(({ source }) => source !== undefined);
  const unconcerned = derivedBefore.filter(({ userId }) => !isConcerned(userId));
  const derived = [...unconcerned, ...entriesOfAbsences(absent)].toSorted((a, b) => (a.userId < b.userId ? -1 : 1));
  if (JSON.stringify(derived) === JSON.stringify(derivedBefore)) return event;
  return { ...event, availability: [...givenEntries(availability), ...derived] };
}

/**
 * Returns a function that adds the entries that follow from a local planning's absences. It is memoized: unchanged
 * events stay the same objects, so that React renders only the changed ones again.
 */
export function createAbsenceView(): (planning: Planning) => Planning {
  const shown = new WeakMap<PlannedEvent, PlannedEvent>();
  let latest: { readonly planning: Planning; readonly shown: Planning } | undefined;

  function show(event: PlannedEvent, planning: Planning): PlannedEvent {
    const former = shown.get(event) ?? event;
    const next = withAbsenceEntries(former, planning, () => true);
    // Without added entries, the stored object itself is returned.
    const result = next.availability.length === event.availability.length ? event : next;
    shown.set(event, result);
    return result;
  }

  return (planning) => {
    const { events, absences } = planning;
    if (latest?.planning.events === events && latest.planning.absences === absences) {
      return { ...planning, events: latest.shown.events };
    }
    const next = events.map((event) => show(event, planning));
    const isSame = next.every((event, index) => event === events[index]);
    latest = { planning, shown: isSame ? planning : { ...planning, events: next } };
    return latest.shown;
  };
}

/**
 * `applyChange` on a planning whose events hold entries derived from absences. In the events that the change touches,
 * these entries are derived again, but only for people whose absences are known.
 */
export function applyShownChange(planning: Planning, change: PlanningChange): Planning {
  const after = applyChange(planning, change);
  if (after === planning) return planning;
  const concerned = new Set([...planning.absences, ...after.absences].map(({ person }) => person.id));
  if (concerned.size === 0) return after;
  const absence = changedAbsence(planning, change);
  const before = new Set(planning.events);
  const isTouched = (event: PlannedEvent) => (absence ? covers(absence, event.date) : !before.has(event));
  const events = after.events.map((event) =>
    isTouched(event) ? withAbsenceEntries(event, after, (userId) => concerned.has(userId)) : event,
  );
  return { ...after, events };
}

function changedAbsence({ absences }: Planning, change: PlanningChange): Absence | undefined {
  if (change.type === "absence.added") return change.absence;
  return change.type === "absence.removed" ? absences.find(({ id }) => id === change.absenceId) : undefined;
}
