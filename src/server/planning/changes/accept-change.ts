import type { UserRecord } from "../auth/user-record.ts";
import type { Queryable } from "../database/database.ts";
import { Refusal } from "../errors.ts";
import { recordAct } from "../journal/journal-queries.ts";
import { readActor } from "./actor-queries.ts";
import { adminActOf } from "./admin-acts.ts";
import { setAnswer } from "./answer-queries.ts";
import type { LogEntry } from "./change-log-queries.ts";
import { createEvent, deleteEvent } from "./event-change-queries.ts";
import { createGroup, deleteGroup, renameGroup, setPairs } from "./group-change-queries.ts";
import { joinGroup, leaveGroup } from "./membership-queries.ts";
import { restoreEvent, restoreGroup } from "./restoration-queries.ts";
import type { SharedPlanning, Writing } from "./shared-planning.ts";
import { requirePermission, type WantedChange } from "./wanted-change.ts";

/** Writes the rows; what is then to be logged, or `null` where nothing changed. */
function writeRows(writing: Writing, actor: UserRecord, wanted: WantedChange): Promise<LogEntry | null> {
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
    case "group.joined":
      return joinGroup(writing, { ...wanted, userId: actor.id });
    case "group.left":
      return leaveGroup(writing, wanted);
    case "event.created":
      return createEvent(writing, wanted);
    case "event.deleted":
      return deleteEvent(writing, wanted, actor.id);
    case "event.restored":
      return restoreEvent(writing, wanted);
    case "availability.set":
      return setAnswer(writing, wanted, actor);
  }
}

/**
 * The one door by which somebody changes the shared planning: rights, rows, log, journal, all of it or nothing. Their
 * rights are those they have in that very transaction, whatever their session said before. Answers what `present` reads
 * in it.
 * @throws Refusal when they may not, or it cannot be
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
    const act = await adminActOf(writing, wanted, actorId);
    const entry = await writeRows(writing, actor, wanted);
    if (entry !== null) await writing.log(entry);
    if (entry !== null && act !== null) await recordAct(writing, { actorId, act, now: writing.now });
    return present(writing);
  });
}
