import { type TimeZone, wallTimeAt } from "#domain/calendar/time-zone.ts";
import { whomToTellOfDropOut } from "#domain/notifications/drop-outs.ts";
import type { JobHandler } from "../../jobs/job.ts";
import type { TakenPlacePayload } from "../../planning/replacements/write-taken-place.ts";
import { byDay } from "../telling/by-day.ts";
import { readAdminIds } from "../telling/read-recipients.ts";
import { readSituation } from "../telling/read-situation.ts";
import { tell } from "../telling/write-messages.ts";

/** Tells the leaders and admins who hear of drop-outs that somebody took the place of somebody else. */
export function createTakenPlaceHandler(zone: TimeZone): JobHandler {
  return byDay(zone, async (queryable, { subject, payload }, now) => {
    const { eventId, leftBy: leftById, takenBy: takenById } = payload as TakenPlacePayload;
    const situation = await readSituation(queryable, eventId, wallTimeAt(now.getTime(), zone).date);
    if (situation === null) return;
    const { group } = situation;
    const adminIds = await readAdminIds(queryable);
    const told = whomToTellOfDropOut({ ...group, adminIds, userId: leftById, saidBy: takenById });
    const message = { topic: "drop_outs" as const, eventId, leftById, takenById };
    await tell(
      queryable,
      told.map((userId) => ({ userId, message, about: `place_taken:${subject}` })),
      now,
    );
  });
}
