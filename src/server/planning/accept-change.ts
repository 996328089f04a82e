import type { EntitledUser } from "../api/actor.ts";
import type { Queryable } from "../database/database.ts";
import { Refusal } from "../errors.ts";
import { recordAct } from "../journal/write-journal.ts";
import { addAbsence, removeAbsence } from "./absences/write-absences.ts";
import { readActor } from "./changes/read-actor.ts";
import {
  type AcceptChange,
  requirePermission,
  type WantedChange,
  type WantedOf,
  type WantedType,
} from "./changes/wanted-change.ts";
import type { WrittenChange } from "./changes/written-change.ts";
import { setAnswer } from "./events/write-answers.ts";
import { editEvent, editSeries } from "./events/write-event-edits.ts";
import { createEvent, deleteEvent } from "./events/write-events.ts";
import { planReminders } from "./reminders/write-reminder-plan.ts";
import { createSeries, deleteSeries } from "./events/write-series.ts";
import { createGroup, renameGroup, setPairs, setRequiredRoles } from "./groups/write-groups.ts";
import { changeLeader, joinGroup, leaveGroup } from "./groups/write-members.ts";
import { noteLineUp } from "./line-ups/write-line-up-news.ts";
import { dropLineUp, keepLineUp } from "./line-ups/write-line-ups.ts";
import { setWish } from "./line-ups/write-wishes.ts";
import { setProgramme } from "./programmes/write-programmes.ts";
import { takePlace } from "./replacements/write-taken-place.ts";
import { advanceAndTell, advanceOrdersOf } from "./requests/advance-asking.ts";
import type { Asking } from "./requests/asking.ts";
import { stopHiddenOrders } from "./requests/write-requests.ts";
import type { SharedPlanning, Writing } from "./shared-planning.ts";
import { withRolesOfToday } from "./changes/roles-of-today.ts";
import { deleteGroup, restoreEvent, restoreGroup, restoreSeries } from "./trash/write-trash.ts";

type Write<Type extends WantedType> = (
  writing: Writing,
  wanted: WantedOf<Type>,
  actor: EntitledUser,
) => Promise<WrittenChange | null>;

interface Occasion<Wanted extends WantedChange> {
  readonly writing: Writing;
  readonly wanted: Wanted;
  readonly actorId: string;
  readonly asking: Asking;
}

/** Does what follows from a written change, in its transaction. */
type Effect<Wanted extends WantedChange> = (occasion: Occasion<Wanted>) => Promise<unknown>;

const takeFreePlace: Effect<WantedOf<"availability.set">> = ({ writing, wanted, actorId }) =>
  takePlace(writing, wanted, actorId);

const advanceOrder: Effect<WantedOf<"availability.set">> = ({ writing, wanted, asking }) =>
  advanceAndTell(writing, wanted.eventId, asking);

/** Nobody waits for this person's answers any more. */
const advanceOrders: Effect<WantedOf<"group.left" | "absence.added">> = ({ writing, wanted, asking }) =>
  advanceOrdersOf(writing, wanted.userId, asking);

const noteNewPlaces: Effect<WantedOf<"line_up.kept" | "line_up.dropped">> = ({ writing, wanted, actorId }) =>
  noteLineUp(writing, wanted.eventId, actorId);

const stopOrders: Effect<WantedChange> = ({ writing }) => stopHiddenOrders(writing);

/** Another reminder may be the next one. */
const planNextReminder: Effect<WantedChange> = ({ writing }) => planReminders(writing);

/** Writes the rows of a kind of change (`null` when nothing changed); what follows from it, in this order. */
interface Handling<Type extends WantedType> {
  readonly write: Write<Type>;
  readonly effects: readonly Effect<WantedOf<Type>>[];
}

const HANDLINGS: { readonly [Type in WantedType]: Handling<Type> } = {
  "group.created": { write: createGroup, effects: [] },
  "group.renamed": { write: renameGroup, effects: [] },
  "group.deleted": { write: deleteGroup, effects: [stopOrders] },
  "group.restored": { write: restoreGroup, effects: [planNextReminder] },
  "group.pairs_set": { write: setPairs, effects: [] },
  "group.required_roles_set": { write: setRequiredRoles, effects: [] },
  "group.joined": { write: joinGroup, effects: [] },
  "group.left": { write: leaveGroup, effects: [advanceOrders] },
  "group.leader_named": { write: changeLeader, effects: [] },
  "group.leader_removed": { write: changeLeader, effects: [] },
  "event.created": { write: createEvent, effects: [planNextReminder] },
  "event.edited": { write: editEvent, effects: [planNextReminder] },
  "event.deleted": { write: deleteEvent, effects: [stopOrders] },
  "event.restored": { write: restoreEvent, effects: [planNextReminder] },
  "series.created": { write: createSeries, effects: [planNextReminder] },
  "series.edited": { write: editSeries, effects: [planNextReminder] },
  "series.deleted": { write: deleteSeries, effects: [stopOrders] },
  "series.restored": { write: restoreSeries, effects: [planNextReminder] },
  "line_up.kept": { write: keepLineUp, effects: [noteNewPlaces] },
  "line_up.dropped": { write: dropLineUp, effects: [noteNewPlaces] },
  "programme.set": { write: setProgramme, effects: [] },
  "person.wish_set": { write: setWish, effects: [] },
  "absence.added": { write: addAbsence, effects: [advanceOrders] },
  "absence.removed": { write: removeAbsence, effects: [] },
  "availability.set": { write: setAnswer, effects: [takeFreePlace, advanceOrder] },
};

/** Writes rows, log and journal of a change, and what follows from it. */
async function write<Type extends WantedType>(occasion: Occasion<WantedOf<Type>>, actor: EntitledUser): Promise<void> {
  const { writing, wanted, actorId } = occasion;
  const type: Type = wanted.type;
  const written = await HANDLINGS[type].write(writing, wanted, actor);
  if (written === null) return;
  if (written.entry) await writing.log(written.entry);
  for (const groupId of written.reloads ?? []) await writing.log({ change: null, groupId });
  for (const effect of HANDLINGS[type].effects) await effect(occasion);
  if (written.act) await recordAct(writing, { actorId, act: written.act, now: writing.now });
}

/**
 * The only way for a user to change the shared planning: checks permissions, writes rows, log and journal, all in one
 * transaction. Permissions are read inside it, as they may have changed since the session was checked.
 */
export function createAcceptChange(planning: SharedPlanning, asking: Asking): AcceptChange {
  return <Answer>(
    actorId: string,
    wanted: WantedChange,
    present: (queryable: Queryable) => Promise<Answer>,
  ): Promise<Answer> =>
    planning.write(async (writing) => {
      if (!writing.isShared) throw new Refusal("planning.not_shared");
      const actor = await readActor(writing, actorId);
      await requirePermission(writing, actor, wanted);
      await write({ writing, wanted: await withRolesOfToday(writing, wanted), actorId, asking }, actor);
      return present(writing);
    });
}
