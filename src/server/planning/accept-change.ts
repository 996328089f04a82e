import type { Actor } from "../auth/sessions.ts";
import type { Queryable } from "../database/database.ts";
import { Refusal } from "../errors.ts";
import { setAnswer } from "./answer-queries.ts";
import type { LogEntry } from "./change-log-queries.ts";
import { createEvent, deleteEvent } from "./event-change-queries.ts";
import { createGroup, deleteGroup, renameGroup, setPairs } from "./group-change-queries.ts";
import { joinGroup, leaveGroup } from "./membership-queries.ts";
import type { SharedPlanning, Writing } from "./shared-planning.ts";
import { requirePermission, type WantedChange } from "./wanted-change.ts";

/** Writes the rows; what is then to be logged, or `null` where nothing changed. */
function writeRows(writing: Writing, actorId: string, wanted: WantedChange): Promise<LogEntry | null> {
  switch (wanted.type) {
    case "group.created":
      return createGroup(writing, wanted);
    case "group.renamed":
      return renameGroup(writing, wanted);
    case "group.deleted":
      return deleteGroup(writing, wanted, actorId);
    case "group.pairs_set":
      return setPairs(writing, wanted);
    case "group.joined":
      return joinGroup(writing, { ...wanted, userId: actorId });
    case "group.left":
      return leaveGroup(writing, wanted);
    case "event.created":
      return createEvent(writing, wanted);
    case "event.deleted":
      return deleteEvent(writing, wanted, actorId);
    case "availability.set":
      return setAnswer(writing, wanted, actorId);
  }
}

/**
 * The one door by which somebody changes the shared planning: rights, rows, log, all of it or nothing. Answers what
 * `present` reads in the same transaction.
 * @throws Refusal when they may not, or it cannot be
 */
export async function acceptChange<Answer>(
  planning: SharedPlanning,
  actor: Pick<Actor, "id" | "isAdmin">,
  wanted: WantedChange,
  present: (queryable: Queryable) => Promise<Answer>,
): Promise<Answer> {
  requirePermission(actor, wanted);
  return planning.write(async (writing) => {
    if (!writing.isShared) throw new Refusal("planning.not_shared");
    const entry = await writeRows(writing, actor.id, wanted);
    if (entry !== null) await writing.log(entry);
    return present(writing);
  });
}
