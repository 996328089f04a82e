import type { BandRole } from "#domain/line-up/band-roles.ts";
import type { KeptLineUp } from "#domain/line-up/kept-line-up.ts";
import type { EntitledUser } from "../api/operation-route.ts";
import type { Queryable } from "../database/database.ts";
import { Refusal } from "../errors.ts";
import { recordAct } from "../journal/write-journal.ts";
import { resolveRoles, readServices, requireName, currentRole } from "../services/read-services.ts";
import { addAbsence, removeAbsence } from "./absences/write-absences.ts";
import { readActor, requirePermission } from "./changes/read-rights.ts";
import type { Positioned } from "./changes/write-change-log.ts";
import { setAnswer } from "./events/write-answers.ts";
import { editEvents } from "./events/write-event-edits.ts";
import { createEvent, createSeries, deleteEvents } from "./events/write-events.ts";
import { readNeededRoles, type RoleHolder } from "./groups/read-groups.ts";
import { changeLeader, createGroup, joinGroup, leaveGroup, renameGroup, setUpGroup } from "./groups/write-groups.ts";
import { dropLineUp, keepLineUp, addLineUpJobs, setWish } from "./line-ups/write-line-ups.ts";
import { setProgramme } from "./programmes/write-programmes.ts";
import { planReminders } from "./reminders/write-reminders.ts";
import { advanceAndNotify, advanceOrdersOf, type Asking, takePlace } from "./requests/asking.ts";
import { stopHiddenOrders } from "./requests/write-requests.ts";
import type {
  AcceptChange,
  SharedPlanning,
  WantedChange,
  WantedOf,
  WantedType,
  WriteChange,
  WriteTransaction,
} from "./shared-planning.ts";
import { deleteGroup, restoreEvents, restoreGroup } from "./trash/write-trash.ts";

/**
 * Replaces former names of roles in a change by their current names. The page that sent the change may not know yet
 * that a role was renamed.
 * @throws Refusal for an unknown role, and for a role that is no longer offered, unless the group or event needs it already
 */
async function withCurrentRoles(writing: WriteTransaction, wanted: WantedChange): Promise<WantedChange> {
  async function currentRoles(
    roles: readonly BandRole[],
    holder: RoleHolder,
    field = "requiredRoles",
  ): Promise<BandRole[]> {
    return resolveRoles(writing, roles, { field, alsoAccepted: await readNeededRoles(writing, holder) });
  }

  if (wanted.type === "group.required_roles_set") {
    return { ...wanted, roles: await currentRoles(wanted.roles, wanted, "roles") };
  }
  if (wanted.type === "event.created" && wanted.event.requiredRoles !== undefined) {
    const { event } = wanted;
    const requiredRoles = await currentRoles(wanted.event.requiredRoles, { groupId: event.groupId, eventId: event.id });
    return { ...wanted, event: { ...event, requiredRoles } };
  }
  if (wanted.type === "series.created" && wanted.series.requiredRoles !== undefined) {
    const { series } = wanted;
    const requiredRoles = await currentRoles(wanted.series.requiredRoles, series);
    return { ...wanted, series: { ...series, requiredRoles } };
  }
  if ((wanted.type === "event.edited" || wanted.type === "series.edited") && wanted.edit.requiredRoles) {
    const requiredRoles = await currentRoles(wanted.edit.requiredRoles, wanted);
    return { ...wanted, edit: { ...wanted.edit, requiredRoles } };
  }
  if (wanted.type !== "line_up.kept") return wanted;
  const services = await readServices(writing);
  const withCurrentNames = (lineUp: KeptLineUp, field: string) =>
    lineUp.map(({ role, userId }, index) => ({
      role: requireName(currentRole(services, role), `${field}.${index}.role`),
      userId,
    }));
  const { repairs } = wanted;
  return {
    ...wanted,
    // `holdings` is the field of the call that has the line-up.
    lineUp: withCurrentNames(wanted.lineUp, "holdings"),
    ...(repairs && { repairs: withCurrentNames(repairs, "repairs") }),
  };
}

interface ChangeContext<Wanted extends WantedChange> {
  readonly writing: WriteTransaction;
  readonly wanted: Wanted;
  readonly actor: EntitledUser;
  readonly asking: Asking;
}

/** A consequence of a written change, such as a message job. Runs in the transaction of the change. */
type Effect<Wanted extends WantedChange> = (context: ChangeContext<Wanted>) => Promise<unknown>;

const takeFreePlace: Effect<WantedOf<"availability.set">> = ({ writing, wanted, actor }) =>
  takePlace(writing, wanted, actor.id);

const advanceOrder: Effect<WantedOf<"availability.set">> = ({ writing, wanted, asking }) =>
  advanceAndNotify(writing, wanted.eventId, asking);

/** The person need not answer requests any more, so an order that waited for them may ask the next person. */
const advanceOrders: Effect<WantedOf<"group.left" | "absence.added">> = ({ writing, wanted, asking }) =>
  advanceOrdersOf(writing, wanted.userId, asking);

const addMessageJob: Effect<WantedOf<"line_up.kept" | "line_up.dropped">> = ({ writing, wanted, actor }) =>
  addLineUpJobs(writing, [wanted.eventId], actor.id);

const stopOrders: Effect<WantedChange> = ({ writing }) => stopHiddenOrders(writing);

const planNextReminder: Effect<WantedChange> = ({ writing }) => planReminders(writing);

interface ChangeHandler<Type extends WantedType> {
  readonly write: WriteChange<WantedOf<Type>>;
  /** Run in this order, if something changed. */
  readonly effects: readonly Effect<WantedOf<Type>>[];
}

/** For each type of change, the function that writes it, and what follows from it. */
const HANDLERS: { readonly [Type in WantedType]: ChangeHandler<Type> } = {
  "group.created": { write: createGroup, effects: [] },
  "group.renamed": { write: renameGroup, effects: [] },
  "group.deleted": { write: deleteGroup, effects: [stopOrders] },
  "group.restored": { write: restoreGroup, effects: [planNextReminder] },
  "group.pairs_set": { write: setUpGroup, effects: [] },
  "group.required_roles_set": { write: setUpGroup, effects: [] },
  "group.joined": { write: joinGroup, effects: [] },
  "group.left": { write: leaveGroup, effects: [advanceOrders] },
  "group.leader_named": { write: changeLeader, effects: [] },
  "group.leader_removed": { write: changeLeader, effects: [] },
  "event.created": { write: createEvent, effects: [planNextReminder] },
  "event.edited": { write: editEvents, effects: [planNextReminder] },
  "event.deleted": { write: deleteEvents, effects: [stopOrders] },
  "event.restored": { write: restoreEvents, effects: [planNextReminder] },
  "series.created": { write: createSeries, effects: [planNextReminder] },
  "series.edited": { write: editEvents, effects: [planNextReminder] },
  "series.deleted": { write: deleteEvents, effects: [stopOrders] },
  "series.restored": { write: restoreEvents, effects: [planNextReminder] },
  "line_up.kept": { write: keepLineUp, effects: [addMessageJob] },
  "line_up.dropped": { write: dropLineUp, effects: [addMessageJob] },
  "programme.set": { write: setProgramme, effects: [] },
  "person.wish_set": { write: setWish, effects: [] },
  "absence.added": { write: addAbsence, effects: [advanceOrders] },
  "absence.removed": { write: removeAbsence, effects: [] },
  "availability.set": { write: setAnswer, effects: [takeFreePlace, advanceOrder] },
};

/** Writes rows, log and journal of a change, and runs its effects. Does nothing more if the rows are unchanged. */
async function write<Type extends WantedType>(context: ChangeContext<WantedOf<Type>>): Promise<void> {
  const { writing, wanted, actor } = context;
  const type: Type = wanted.type;
  const written = await HANDLERS[type].write(writing, wanted, actor);
  if (written === null) return;
  if (written.entry) await writing.log(written.entry);
  for (const groupId of written.reloads ?? []) await writing.log({ change: null, groupId });
  for (const effect of HANDLERS[type].effects) await effect(context);
  if (written.act) await recordAct(writing, { actorId: actor.id, act: written.act, now: writing.now });
}

/**
 * The only way for a user to change the shared planning: checks permissions, writes rows, log and journal, all in one
 * transaction. Permissions are read inside it, as they may have changed since the session was checked.
 */
export function createAcceptChange(planning: SharedPlanning, asking: Asking): AcceptChange {
  return <Result>(
    actorId: string,
    wanted: WantedChange,
    read: (queryable: Queryable) => Promise<Result>,
  ): Promise<Positioned<Result>> =>
    planning.write(async (writing) => {
      if (!writing.isShared) throw new Refusal("planning.not_shared");
      const actor = await readActor(writing, actorId);
      await requirePermission(writing, actor, wanted);
      await write({ writing, wanted: await withCurrentRoles(writing, wanted), actor, asking });
      const position = writing.position();
      return { position, value: await read(writing) };
    });
}
