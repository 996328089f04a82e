import type { Answer } from "../../src/domain/availability/availability.ts";
import { wallTimeAt } from "../../src/domain/calendar/time-zone.ts";
import { dropOutOf, whomToTellOfDropOut } from "../../src/domain/notifications/drop-outs.ts";
import { newsToTell, tellingMoment } from "../../src/domain/notifications/event-news.ts";
import { afterQuietHours } from "../../src/domain/notifications/quiet-hours.ts";
import {
  dueEvents,
  nextReminder,
  type RemindedEvent,
  remindersDue,
  stillOpen,
} from "../../src/domain/notifications/reminders.ts";
import { FIRST_REMINDER_SETTINGS } from "../../src/domain/notifications/topics.ts";
import { ADMIN_IDS, type Musician, TEAM } from "./model.ts";
import { receive } from "./people.ts";
import { availabilityOf, isComing, type MessageKind, questionOf, type TeamEvent, type World } from "./world.ts";
import { ZONE } from "./year-plan.ts";

const GROUP_ID = "1";
const MEMBER_IDS = TEAM.map(({ id }) => id);
const MEMBERS = { [GROUP_ID]: MEMBER_IDS };
/** Admins are told within a minute. */
const DROP_OUT_DELAY_MS = 30_000;

function tell(world: World, userId: string, kind: MessageKind, key: string, events: readonly TeamEvent[]): void {
  const person = TEAM.find(({ id }) => id === userId);
  if (person) receive(world, person, { kind, key, events });
}

/** Tells everybody, at a moment that is not quiet. */
export function tellEverybody(world: World, kind: MessageKind, key: string, events: readonly TeamEvent[]): void {
  for (const userId of MEMBER_IDS) tell(world, userId, kind, key, events);
}

function remindedEvent(world: World, event: TeamEvent): RemindedEvent {
  const { plan, details, knownSince, doneUntil } = event;
  const availability = availabilityOf(world, event);
  const planned = { ...details, id: plan.id, groupId: GROUP_ID, availability };
  return { event: planned, daysBefore: FIRST_REMINDER_SETTINGS.daysBefore, knownSince, doneUntil };
}

/** Sets the alarm for an event's next reminder, if there is one. */
function planReminder(world: World, event: TeamEvent): void {
  const next = nextReminder(event.details, remindedEvent(world, event), ZONE);
  if (next !== null) world.agenda.add(next, () => remindDue(world));
}

/** All that is due at this moment: later alarms of the same moment find nothing. */
function remindDue(world: World): void {
  const now = world.agenda.now();
  const coming = world.events.filter((event) => isComing(world, event));
  const events = coming.map((event) => remindedEvent(world, event));
  const dueIds = new Set(dueEvents(events, now, ZONE).map(({ event }) => event.id));
  const due = coming.filter(({ plan }) => dueIds.has(plan.id));
  if (due.length === 0) return;
  if (world.policy === "everybody") tellEverybody(world, "reminder", String(now), due);
  else
    for (const reminder of remindersDue(events, MEMBERS, now, ZONE)) {
      const ids = stillOpen(reminder, events, MEMBERS, now, ZONE)?.eventIds ?? [];
      const listed = coming.filter(({ plan }) => ids.includes(plan.id));
      if (listed.length > 0) tell(world, reminder.userId, "reminder", String(now), listed);
    }
  for (const event of due) {
    event.doneUntil = now;
    planReminder(world, event);
  }
}

function planChange(world: World, event: TeamEvent): void {
  const { change } = event.plan;
  if (!change) return;
  world.agenda.add(change.at, () => {
    const before = event.details;
    event.isDeleted = change.to === null;
    if (change.to) event.details = change.to;
    event.knownSince = change.at;
    if (world.policy === "nobody") return;
    if (change.to) planReminder(world, event);
    world.agenda.add(tellingMoment(change.at, ZONE), () => {
      if (world.policy === "everybody") tellEverybody(world, "change", event.plan.id, [event]);
      else {
        const availability = availabilityOf(world, event);
        const changed = {
          id: event.plan.id,
          groupId: GROUP_ID,
          before,
          now: change.to,
          availability,
          presentBefore: [],
          isNew: false,
        };
        for (const { userId } of newsToTell([changed], MEMBERS, world.agenda.now(), ZONE))
          tell(world, userId, "change", event.plan.id, [event]);
      }
    });
  });
}

/** Creates the events, and tells of them as the policy wants. */
export function startTelling(world: World): void {
  for (const event of world.events) {
    world.agenda.add(event.plan.createdAt, () => {
      event.isCreated = true;
      if (world.policy !== "nobody") planReminder(world, event);
    });
    planChange(world, event);
  }
}

/** Tells of somebody who was present and is no longer, if the line-up suffers. */
export function planDropOut(
  world: World,
  event: TeamEvent,
  person: Musician,
  before: Answer | null,
  onTold: (adminId: string) => void,
): void {
  if (world.policy === "nobody" || before !== "present") return;
  const was = { userId: person.id, userName: person.id, positions: person.positions };
  world.agenda.add(afterQuietHours(world.agenda.now() + DROP_OUT_DELAY_MS, ZONE), () => {
    if (!isComing(world, event)) return;
    const today = wallTimeAt(world.agenda.now(), ZONE).date;
    if (!dropOutOf(questionOf(world, event), was, event.details.date, today)) return;
    const key = `${event.plan.id} ${person.id}`;
    if (world.policy === "everybody") return tellEverybody(world, "drop-out", key, [event]);
    const told = { adminIds: ADMIN_IDS, memberIds: MEMBER_IDS, userId: person.id, saidBy: person.id };
    for (const adminId of whomToTellOfDropOut(told)) {
      tell(world, adminId, "drop-out", key, []);
      onTold(adminId);
    }
  });
}
