import type { Answer } from "../../src/domain/availability/availability.ts";
import { wallTimeAt } from "../../src/domain/calendar/time-zone.ts";
import { dropOutOf, dropOutRecipients } from "../../src/domain/notifications/drop-outs.ts";
import { messagesOfNews, notificationMoment } from "../../src/domain/notifications/event-news.ts";
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
const DROP_OUT_DELAY_MS = 30_000;

function notify(world: World, userId: string, kind: MessageKind, key: string, events: readonly TeamEvent[]): void {
  const person = TEAM.find(({ id }) => id === userId);
  if (person) receive(world, person, { kind, key, events });
}

/** Sends a message to everybody. The caller must check quiet hours. */
export function notifyEverybody(world: World, kind: MessageKind, key: string, events: readonly TeamEvent[]): void {
  for (const userId of MEMBER_IDS) notify(world, userId, kind, key, events);
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

/** Sends all reminders that are due at this moment. Later alarms of the same moment find nothing to do. */
function remindDue(world: World): void {
  const now = world.agenda.now();
  const coming = world.events.filter((event) => isComing(world, event));
  const events = coming.map((event) => remindedEvent(world, event));
  const dueIds = new Set(dueEvents(events, now, ZONE).map(({ event }) => event.id));
  const due = coming.filter(({ plan }) => dueIds.has(plan.id));
  if (due.length === 0) return;
  if (world.policy === "everybody") notifyEverybody(world, "reminder", String(now), due);
  else
    for (const reminder of remindersDue(events, MEMBERS, now, ZONE)) {
      const ids = stillOpen(reminder, events, MEMBERS, now, ZONE);
      const listed = coming.filter(({ plan }) => ids.includes(plan.id));
      if (listed.length > 0) notify(world, reminder.userId, "reminder", String(now), listed);
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
    world.agenda.add(notificationMoment(change.at, ZONE), () => {
      if (world.policy === "everybody") notifyEverybody(world, "change", event.plan.id, [event]);
      else {
        const availability = availabilityOf(world, event);
        const changed = {
          id: event.plan.id,
          before,
          now: change.to,
          availability,
          presentBefore: [],
          isNew: false,
        };
        for (const { userId } of messagesOfNews([changed], MEMBER_IDS, world.agenda.now(), ZONE))
          notify(world, userId, "change", event.plan.id, [event]);
      }
    });
  });
}

/** Creates the events at their times, and sends the reminders and change messages of the policy. */
export function startNotifications(world: World): void {
  for (const event of world.events) {
    world.agenda.add(event.plan.createdAt, () => {
      event.isCreated = true;
      if (world.policy !== "nobody") planReminder(world, event);
    });
    planChange(world, event);
  }
}

/** Notifies of a drop-out after a delay, if the line-up suffers. */
export function planDropOut(
  world: World,
  event: TeamEvent,
  person: Musician,
  before: Answer | null,
  onNotified: (adminId: string) => void,
): void {
  if (world.policy === "nobody" || before !== "present") return;
  const was = { userId: person.id, userName: person.id, positions: person.positions };
  world.agenda.add(afterQuietHours(world.agenda.now() + DROP_OUT_DELAY_MS, ZONE), () => {
    if (!isComing(world, event)) return;
    const today = wallTimeAt(world.agenda.now(), ZONE).date;
    if (!dropOutOf(questionOf(world, event), was, event.details.date, today)) return;
    const key = `${event.plan.id} ${person.id}`;
    if (world.policy === "everybody") return notifyEverybody(world, "drop-out", key, [event]);
    const audience = { adminIds: ADMIN_IDS, memberIds: MEMBER_IDS, userId: person.id, saidBy: person.id };
    for (const adminId of dropOutRecipients(audience)) {
      notify(world, adminId, "drop-out", key, []);
      onNotified(adminId);
    }
  });
}
