import { randomUUID } from "node:crypto";
import { OPERATIONS } from "#contract/operations.ts";
import type { Mount } from "../../api/operation-route.ts";
import type { Queryable } from "../../database/database.ts";
import type { AcceptChange } from "../changes/wanted-change.ts";
import { eventKey } from "../changes/idempotency-key.ts";
import { readPosition } from "../changes/read-change-log.ts";
import { answerWith, found } from "../planning-answer.ts";
import type { SharedPlanning } from "../shared-planning.ts";
import { listAbsences } from "./read-absences.ts";

export async function readAddedAbsence(queryable: Queryable, userId: string, absenceId: string) {
  const { position, row } = await listAbsences(queryable, userId);
  return found({ position, row: row.find(({ id }) => id === absenceId) ?? null }, "absence.not_found");
}

/** One's own absences. */
export function addAbsenceRoutes(mount: Mount, planning: SharedPlanning, accept: AcceptChange): void {
  mount(OPERATIONS.listOwnAbsences, async ({ context, actor }) =>
    answerWith(context, await listAbsences(planning.database, actor.id)),
  );

  mount(OPERATIONS.addAbsence, async ({ context, actor, body: { from, to } }) => {
    const id = eventKey(context) ?? randomUUID();
    const wanted = { type: "absence.added" as const, id, userId: actor.id, from, to };
    return answerWith(
      context,
      await accept(actor.id, wanted, (queryable) => readAddedAbsence(queryable, actor.id, id)),
    );
  });

  mount(OPERATIONS.removeAbsence, async ({ context, actor, parameters: { id } }) => {
    const wanted = { type: "absence.removed" as const, absenceId: id, userId: actor.id };
    return answerWith(context, await accept(actor.id, wanted, readPosition));
  });
}
