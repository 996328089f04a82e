import type { UserRecord } from "../../api/user-record.ts";
import type { Queryable } from "../../database/database.ts";
import { Refusal } from "../../errors.ts";
import { recordAct } from "../../journal/write-journal.ts";
import { readActor } from "./read-actor.ts";
import type { WrittenChange } from "./written-change.ts";
import { addAbsence, removeAbsence } from "../absences/write-absences.ts";
import { setAnswer } from "../events/write-answers.ts";
import { editEvent, editSeries } from "../events/write-event-edits.ts";
import { createEvent, deleteEvent } from "../events/write-events.ts";
import { createSeries, deleteSeries } from "../events/write-series.ts";
import { createGroup, deleteGroup, renameGroup, setPairs, setRequiredRoles } from "../groups/write-groups.ts";
import { joinGroup, leaveGroup } from "../groups/write-members.ts";
import { dropLineUp, keepLineUp } from "../line-ups/write-line-ups.ts";
import { noteLineUp } from "../line-ups/write-line-up-news.ts";
import { setWish } from "../line-ups/write-wishes.ts";
import { takePlace } from "../replacements/write-taken-place.ts";
import { advanceOrdersOf } from "../requests/advance-asking.ts";
import { stopHiddenOrders } from "../requests/write-requests.ts";
import { restoreEvent, restoreGroup, restoreSeries } from "../trash/write-restorations.ts";
import { planReminders } from "../events/write-reminder-plan.ts";
import type { SharedPlanning, Writing } from "../shared-planning.ts";
import { requirePermission, type WantedChange } from "./wanted-change.ts";

/** Writes the rows of a change; `null` when nothing changed. */
function writeRows(writing: Writing, actor: UserRecord, wanted: WantedChange): Promise<WrittenChange | null> {
  switch (wanted.type) {
    case "group.created":
      return createGroup(writing, wanted);
    case "group.renamed":
      return renameGroup(writing, wanted);
    case "group.deleted":
      return deleteGroup(writing, wanted, actor.id);
    case "group.restored":
      return restoreGroup(writing, wanted);
    case "group.pairs_set":
      return setPairs(writing, wanted);
    case "group.required_roles_set":
      return setRequiredRoles(writing, wanted);
    case "line_up.kept":
      return keepLineUp(writing, wanted);
    case "line_up.dropped":
      return dropLineUp(writing, wanted);
    case "person.wish_set":
      return setWish(writing, wanted);
    case "group.joined":
      return joinGroup(writing, wanted, actor.id);
    case "group.left":
      return leaveGroup(writing, wanted, actor.id);
    case "event.created":
      return createEvent(writing, wanted);
    case "event.edited":
      return editEvent(writing, wanted);
    case "series.created":
      return createSeries(writing, wanted);
    case "series.edited":
      return editSeries(writing, wanted);
    case "series.deleted":
      return deleteSeries(writing, wanted, actor.id);
    case "series.restored":
      return restoreSeries(writing, wanted);
    case "event.deleted":
      return deleteEvent(writing, wanted, actor.id);
    case "event.restored":
      return restoreEvent(writing, wanted);
    case "absence.added":
      return addAbsence(writing, wanted);
    case "absence.removed":
      return removeAbsence(writing, wanted);
    case "availability.set":
      return setAnswer(writing, wanted, actor);
  }
}

/** The answer of `wanted` may take a place in the line-up, and make further requests unnecessary. */
async function followAnswer(
  { onAnswer }: SharedPlanning,
  writing: Writing,
  wanted: Extract<WantedChange, { readonly type: "availability.set" }>,
  actorId: string,
): Promise<void> {
  const answer = { eventId: wanted.eventId, userId: wanted.userId };
  await takePlace(writing, answer, actorId);
  await onAnswer(writing, answer);
}

/** What follows from a written change, in its transaction. The compiler asks for each kind of change. */
function follow(planning: SharedPlanning, writing: Writing, wanted: WantedChange, actorId: string): Promise<void> {
  switch (wanted.type) {
    case "availability.set":
      return followAnswer(planning, writing, wanted, actorId);
    case "line_up.kept":
    case "line_up.dropped":
      return noteLineUp(writing, wanted.eventId, actorId);
    case "group.left":
    case "absence.added":
      return advanceOrdersOf(writing, wanted.userId, planning.onAnswer);
    case "event.deleted":
    case "series.deleted":
    case "group.deleted":
      return stopHiddenOrders(writing);
    // Another reminder may be the next one.
    case "event.created":
    case "event.edited":
    case "event.restored":
    case "series.created":
    case "series.edited":
    case "series.restored":
    case "group.restored":
      return planReminders(writing);
    case "group.created":
    case "group.renamed":
    case "group.pairs_set":
    case "group.required_roles_set":
    case "group.joined":
    case "person.wish_set":
    case "absence.removed":
      return Promise.resolve();
  }
}

/**
 * The only way for a user to change the shared planning: checks permissions, writes rows, log and journal, all in one
 * transaction. Permissions are read inside it, as they may have changed since the session was checked. Returns what
 * `present` reads in the same transaction.
 * @throws Refusal when the user lacks the permission, or the change is impossible
 */
export async function acceptChange<Answer>(
  planning: SharedPlanning,
  actorId: string,
  wanted: WantedChange,
  present: (queryable: Queryable) => Promise<Answer>,
): Promise<Answer> {
  return planning.write(async (writing) => {
    if (!writing.isShared) throw new Refusal("planning.not_shared");
    const actor = await readActor(writing, actorId);
    requirePermission(actor, wanted);
    const written = await writeRows(writing, actor, wanted);
    if (written?.entry) await writing.log(written.entry);
    for (const groupId of written?.reloads ?? []) await writing.log({ change: null, groupId });
    if (written !== null) await follow(planning, writing, wanted, actorId);
    if (written?.act) await recordAct(writing, { actorId, act: written.act, now: writing.now });
    return present(writing);
  });
}
