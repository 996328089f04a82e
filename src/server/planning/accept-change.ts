import type { BandRole } from "#domain/line-up/band-roles.ts";
import type { KeptLineUp } from "#domain/line-up/kept-line-up.ts";
import type { EntitledUser } from "../api/operation-route.ts";
import type { Queryable } from "../database/database.ts";
import { Refusal } from "../errors.ts";
import { recordAct } from "../journal/write-journal.ts";
import { checkRoles, readServices, requireName, currentRole } from "../services/read-services.ts";
import { addAbsence, removeAbsence } from "./absences/write-absences.ts";
import { readActor, requirePermission } from "./changes/read-rights.ts";
import type { Positioned } from "./changes/write-change-log.ts";
import { setAnswer } from "./events/write-answers.ts";
import { editEvents } from "./events/write-event-edits.ts";
import { createEvent, createSeries, deleteEvents } from "./events/write-events.ts";
import { type Place, readNeededRoles } from "./groups/read-groups.ts";
import { changeLeader, createGroup, joinGroup, leaveGroup, renameGroup, setUpGroup } from "./groups/write-groups.ts";
import { dropLineUp, keepLineUp, noteLineUp, setWish } from "./line-ups/write-line-ups.ts";
import { setProgramme } from "./programmes/write-programmes.ts";
import { planReminders } from "./reminders/write-reminders.ts";
import { advanceAndTell, advanceOrdersOf, type Asking, takePlace } from "./requests/asking.ts";
import { stopHiddenOrders } from "./requests/write-requests.ts";
import type {
  AcceptChange,
  SharedPlanning,
  WantedChange,
  WantedOf,
  WantedType,
  Writing,
  WrittenChange,
} from "./shared-planning.ts";
import { deleteGroup, restoreEvents, restoreGroup } from "./trash/write-trash.ts";

/**
 * The change with the current names of its roles: the page that sent it may not know that one was renamed.
 * @throws Refusal for a role that is unknown, or no longer offered and not needed yet
 */
async function withCurrentRoles(writing: Writing, wanted: WantedChange): Promise<WantedChange> {
  async function checked(sent: readonly BandRole[], place: Place, field = "requiredRoles"): Promise<BandRole[]> {
    return checkRoles(writing, sent, { field, held: await readNeededRoles(writing, place) });
  }

  if (wanted.type === "group.required_roles_set") {
    return { ...wanted, roles: await checked(wanted.roles, wanted, "roles") };
  }
  if (wanted.type === "event.created" && wanted.event.requiredRoles !== undefined) {
    const { event } = wanted;
    const roles = await checked(wanted.event.requiredRoles, { groupId: event.groupId, eventId: event.id });
    return { ...wanted, event: { ...event, requiredRoles: roles } };
  }
  if (wanted.type === "series.created" && wanted.series.requiredRoles !== undefined) {
    const { series } = wanted;
    return { ...wanted, series: { ...series, requiredRoles: await checked(wanted.series.requiredRoles, series) } };
  }
  if ((wanted.type === "event.edited" || wanted.type === "series.edited") && wanted.edit.requiredRoles) {
    return { ...wanted, edit: { ...wanted.edit, requiredRoles: await checked(wanted.edit.requiredRoles, wanted) } };
  }
  if (wanted.type !== "line_up.kept") return wanted;
  const services = await readServices(writing);
  const current = (lineUp: KeptLineUp) =>
    lineUp.map(({ role, userId }, index) => ({
      role: requireName(currentRole(services, role), `holdings.${index}.role`),
      userId,
    }));
  return { ...wanted, lineUp: current(wanted.lineUp), ...(wanted.repairs && { repairs: current(wanted.repairs) }) };
}

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

/** This person is no longer asked, so the next one in the order may be. */
const advanceOrders: Effect<WantedOf<"group.left" | "absence.added">> = ({ writing, wanted, asking }) =>
  advanceOrdersOf(writing, wanted.userId, asking);

const noteNewPlaces: Effect<WantedOf<"line_up.kept" | "line_up.dropped">> = ({ writing, wanted, actorId }) =>
  noteLineUp(writing, wanted.eventId, actorId);

const stopOrders: Effect<WantedChange> = ({ writing }) => stopHiddenOrders(writing);

const planNextReminder: Effect<WantedChange> = ({ writing }) => planReminders(writing);

interface Handling<Type extends WantedType> {
  /** Writes the rows. `null`: nothing changed. */
  readonly write: Write<Type>;
  /** Run in this order, if something changed. */
  readonly effects: readonly Effect<WantedOf<Type>>[];
}

const HANDLINGS: { readonly [Type in WantedType]: Handling<Type> } = {
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
  "line_up.kept": { write: keepLineUp, effects: [noteNewPlaces] },
  "line_up.dropped": { write: dropLineUp, effects: [noteNewPlaces] },
  "programme.set": { write: setProgramme, effects: [] },
  "person.wish_set": { write: setWish, effects: [] },
  "absence.added": { write: addAbsence, effects: [advanceOrders] },
  "absence.removed": { write: removeAbsence, effects: [] },
  "availability.set": { write: setAnswer, effects: [takeFreePlace, advanceOrder] },
};

/** Writes rows, log and journal of a change, and runs its effects. */
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
  ): Promise<Positioned<Answer>> =>
    planning.write(async (writing) => {
      if (!writing.isShared) throw new Refusal("planning.not_shared");
      const actor = await readActor(writing, actorId);
      await requirePermission(writing, actor, wanted);
      await write({ writing, wanted: await withCurrentRoles(writing, wanted), actorId, asking }, actor);
      const position = writing.position();
      return { position, row: await present(writing) };
    });
}
