import { answerOf } from "#domain/availability/availability.ts";
import { endOfEvent, type TimeZone, wallTimeAt } from "#domain/calendar/time-zone.ts";
import { type DropOut, dropOutOf } from "#domain/notifications/drop-outs.ts";
import { fullName, type Person } from "#domain/people/people.ts";
import type { Queryable } from "../../database/database.ts";
import type { Message } from "../telling/message.ts";
import { readPeople } from "../telling/read-recipients.ts";
import { readSituation, type Situation } from "../telling/read-situation.ts";

export type DropOutMessage = Extract<Message, { readonly topic: "drop_outs"; readonly personId: string | null }>;

/** An event that somebody left, and what is missing now. */
interface ReadDropOut {
  readonly situation: Situation;
  /** `null`: their account was deleted. */
  readonly person: Person | null;
  readonly dropOut: DropOut;
}

/** `null` when the person is present again, the event is over, or as well off without them. */
export async function readDropOut(
  queryable: Queryable,
  { eventId, personId, positions }: Omit<DropOutMessage, "topic">,
  now: Date,
  zone: TimeZone,
): Promise<ReadDropOut | null> {
  const today = wallTimeAt(now.getTime(), zone).date;
  const situation = await readSituation(queryable, eventId, today);
  const [person = null] = personId === null ? [] : await readPeople(queryable, [personId]);
  if (situation === null) return null;
  const { event, question } = situation;
  if (endOfEvent(event, zone) <= now.getTime()) return null;
  if (person !== null && answerOf(event.availability, person.id) === "present") return null;
  const present = { userId: person?.id ?? "", userName: person === null ? "" : fullName(person), positions };
  const dropOut = dropOutOf(question, present, event.date, today);
  return dropOut === null ? null : { situation, person, dropOut };
}
