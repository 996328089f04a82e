import type { Hono } from "hono";
import { OPERATIONS } from "#contract/operations.ts";
import type { Auth } from "../auth/auth.ts";
import { addRoute, type Mount } from "../api/operation-route.ts";
import type { AppEnv } from "../api/request-context.ts";
import { addAbsenceRoutes } from "./absences/absence-routes.ts";
import type { PlanningAnswers } from "./planning-answers.ts";
import { addAnswerRoutes, addEventRoutes } from "./events/event-routes.ts";
import { addGroupRoutes } from "./groups/group-routes.ts";
import { addLiveRoutes, type LiveChanges } from "./live/live-changes.ts";
import { addLineUpRoutes } from "./line-ups/line-up-routes.ts";
import { addProgrammeRoutes } from "./programmes/programme-routes.ts";
import { addMembershipRoutes } from "./groups/membership-routes.ts";
import { answerWith } from "./planning-answer.ts";
import { createPlanningGuards } from "./planning-guards.ts";
import type { Asking } from "./requests/asking.ts";
import { addReplacementRoutes } from "./replacements/replacement-routes.ts";
import { checkPublication } from "./sharing/check-publication.ts";
import { addToPlanning, sharePlanning } from "./sharing/share-planning.ts";
import type { AcceptChange } from "./changes/wanted-change.ts";
import { requireRight } from "./changes/read-rights.ts";
import type { SharedPlanning } from "./shared-planning.ts";
import type { Trashed } from "#contract/planning/trash.ts";
import { readTrashedEvents, readTrashedGroups } from "./trash/read-trash.ts";
import { askPeople, stopAsking } from "./requests/ask-people.ts";
import { presentRequests } from "./requests/present-requests.ts";
import { Refusal } from "../errors.ts";
import { planReminders } from "./reminders/write-reminder-plan.ts";
import { readReminders } from "./reminders/read-reminders.ts";
import { setReminders } from "./reminders/write-reminders.ts";

/** Whether a group reminds those who have not answered, and where replies go. */
function addReminderRoutes(mount: Mount, planning: SharedPlanning): void {
  mount(OPERATIONS.readReminders, async ({ actor, parameters: { id } }) => {
    await requireRight(planning.database, actor, "group.set_up", { groupId: id });
    const settings = await readReminders(planning.database, id);
    if (settings === null) throw new Refusal("group.not_found");
    return settings;
  });
  mount(OPERATIONS.setReminders, async ({ actor, parameters: { id }, body }) => {
    await planning.write(async (writing) => {
      const hasChanged = await setReminders(writing, { actorId: actor.id, groupId: id, settings: body });
      if (!hasChanged) return;
      await planReminders(writing);
      await writing.log({ change: null, groupId: id });
    });
    return (await readReminders(planning.database, id)) ?? body;
  });
}

/** Asking people to come to an event. */
function addRequestRoutes(mount: Mount, planning: SharedPlanning, asking: Asking): void {
  mount(OPERATIONS.readRequests, async ({ actor, parameters: { id } }) => {
    await requireRight(planning.database, actor, "event.ask_people", { eventId: id });
    return presentRequests(planning.database, id, asking, planning.now());
  });

  mount(OPERATIONS.askPeople, async ({ context, actor, parameters: { id }, body }) => {
    const wanted = { ...body, eventId: id, actorId: actor.id };
    const asked = await askPeople(planning, wanted, asking, async (writing) => ({
      position: writing.position(),
      row: await presentRequests(writing, id, asking, writing.now),
    }));
    return answerWith(context, asked);
  });

  mount(OPERATIONS.stopAsking, async ({ actor, parameters: { id } }) => {
    await stopAsking(planning, { eventId: id, actorId: actor.id }, asking);
    return null;
  });
}

function compareDeletions(a: Trashed, b: Trashed): number {
  return b.deletedAt.localeCompare(a.deletedAt) || a.id.localeCompare(b.id);
}

/** Routes of the trash. */
function addTrashRoutes(mount: Mount, { database, now }: SharedPlanning): void {
  mount(OPERATIONS.readTrash, async () => {
    const time = now();
    const [groups, events] = await Promise.all([readTrashedGroups(database, time), readTrashedEvents(database, time)]);
    return [...groups, ...events].toSorted(compareDeletions);
  });
}

interface RouteDependencies {
  readonly auth: Auth;
  readonly planning: SharedPlanning;
  readonly accept: AcceptChange;
  readonly live: LiveChanges;
  readonly answers: PlanningAnswers;
  readonly asking: Asking;
}

/** Every call of the shared planning. */
export function addPlanningRoutes(app: Hono<AppEnv>, dependencies: RouteDependencies): void {
  const { auth, planning, accept, live, answers, asking } = dependencies;
  const guards = createPlanningGuards(planning);
  const mount: Mount = (operation, handle) =>
    addRoute(app, operation, auth.sessions, handle, { actor: guards[operation.guard] });
  addGroupRoutes(mount, accept, answers);
  addReminderRoutes(mount, planning);
  addMembershipRoutes(mount, accept, answers);
  addEventRoutes(mount, { planning, accept, answers });
  addAnswerRoutes(mount, { planning, accept, answers });
  addAbsenceRoutes(mount, planning, accept);
  addLineUpRoutes(mount, planning, accept);
  addProgrammeRoutes(mount, planning, accept);
  addRequestRoutes(mount, planning, asking);
  addReplacementRoutes(mount, planning, asking);
  addTrashRoutes(mount, planning);
  addLiveRoutes(mount, live, auth.sessions);
  mount(OPERATIONS.sharePlanning, async ({ context, actor, query, body }) =>
    answerWith(context, await sharePlanning(planning, actor.id, checkPublication(new Uint8Array(body)), query)),
  );
  mount(OPERATIONS.addToSharedPlanning, async ({ context, actor, body }) =>
    answerWith(context, await addToPlanning(planning, actor.id, checkPublication(new Uint8Array(body)))),
  );
}
