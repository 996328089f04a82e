import { endOfEvent, type TimeZone, wallTimeAt } from "#domain/calendar/time-zone.ts";
import { changedPlaces } from "#domain/line-up/kept-line-up.ts";
import type { JobHandler } from "../../jobs/job.ts";
import type { PlacePayload } from "../../planning/line-ups/write-line-ups.ts";
import { byDay } from "../telling/by-day.ts";
import { readSituation } from "../telling/read-situation.ts";
import type { Tell } from "../telling/write-messages.ts";
import { readToldLineUp, writeToldLineUp } from "./write-told-places.ts";
import { whomToTellOfDropOut } from "#domain/notifications/drop-outs.ts";
import type { TakenPlacePayload } from "../../planning/requests/write-replacements.ts";
import { readAdminIds } from "../telling/read-recipients.ts";

/**
 * Tells the people on a line-up what has changed for them since the last message. The job's subject is the event's id. The
 * person who kept the line-up gets no message.
 */
export function createPlaceHandler(zone: TimeZone, tell: Tell): JobHandler {
  return byDay(zone, async (queryable, { subject: eventId, payload }, now) => {
    const { keptBy } = payload as PlacePayload;
    const situation = await readSituation(queryable, eventId, wallTimeAt(now.getTime(), zone).date);
    if (situation === null) return;
    const lineUp = situation.event.lineUp ?? [];
    const changed = changedPlaces(await readToldLineUp(queryable, eventId), lineUp);
    await writeToldLineUp(queryable, eventId, lineUp);
    const told = changed.filter(({ userId }) => userId !== keptBy);
    const isOver = endOfEvent(situation.event, zone) <= now.getTime();
    const leftOut = isOver ? told.map(({ userId }) => ({ userId, eventId, reason: "too_late" as const })) : [];
    const messages = told.map(({ userId, before }) => ({
      userId,
      message: { topic: "place" as const, eventId, before },
      about: `place:${eventId}`,
    }));
    await tell(queryable, { topic: "place", messages: isOver ? [] : messages, leftOut }, now);
  });
}

/** Tells the leaders and admins who hear of drop-outs that somebody took the place of somebody else. */
export function createTakenPlaceHandler(zone: TimeZone, tell: Tell): JobHandler {
  return byDay(zone, async (queryable, { subject, payload }, now) => {
    const { eventId, leftBy: leftById, takenBy: takenById } = payload as TakenPlacePayload;
    const situation = await readSituation(queryable, eventId, wallTimeAt(now.getTime(), zone).date);
    if (situation === null) return;
    const { group } = situation;
    const adminIds = await readAdminIds(queryable);
    const told = whomToTellOfDropOut({ ...group, adminIds, userId: leftById, saidBy: takenById });
    const message = { topic: "drop_outs" as const, eventId, leftById, takenById };
    const messages = told.map((userId) => ({ userId, message, about: `place_taken:${subject}` }));
    await tell(queryable, { topic: "drop_outs", messages }, now);
  });
}
