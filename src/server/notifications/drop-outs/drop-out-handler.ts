import type { TimeZone } from "#domain/calendar/time-zone.ts";
import { whomToTellOfDropOut } from "#domain/notifications/drop-outs.ts";
import type { JobHandler } from "../../jobs/job.ts";
import type { DropOutPayload } from "../../planning/events/write-drop-outs.ts";
import { byDay } from "../telling/by-day.ts";
import { readDropOut } from "./read-drop-out.ts";
import { readAdminIds } from "../telling/read-recipients.ts";
import { tell } from "../telling/write-messages.ts";

/** Tells leaders and admins that somebody no longer comes, if the event is worse off. */
export function createDropOutHandler(zone: TimeZone): JobHandler {
  return byDay(zone, async (queryable, { subject, payload }, now) => {
    const { eventId, userId, positions, saidBy } = payload as DropOutPayload;
    const message = { topic: "drop_outs" as const, eventId, personId: userId, positions };
    const read = await readDropOut(queryable, message, now, zone);
    if (read === null) return;
    const { group } = read.situation;
    const adminIds = await readAdminIds(queryable);
    const told = whomToTellOfDropOut({ ...group, adminIds, userId: userId ?? "", saidBy: saidBy ?? "" });
    const about = `drop_out:${subject}`;
    await tell(
      queryable,
      told.map((id) => ({ userId: id, message, about })),
      now,
    );
  });
}
