import { kindOf } from "#contract/planning/change-kinds.ts";
import type { AbsenceDays } from "#domain/availability/absences.ts";
import type { Answer } from "#domain/availability/availability.ts";
import { type Capability, may, mayFor } from "#domain/permissions.ts";
import type { AnswersAfterEdit, EventEdit } from "#domain/planning/event-edit.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import type { SubmittedChange } from "#domain/planning/planning-change.ts";
import type { EntitledUser } from "../../api/request-context.ts";
import type { Queryable } from "../../database/database.ts";
import { Refusal } from "../../errors.ts";
import { hasRight, type Subject } from "./read-rights.ts";

/** Changes that a caller words in another way than the log. */
type RewordedType =
  | "group.restored"
  | "event.restored"
  | "series.restored"
  | "series.edited"
  | "series.deleted"
  | "availability.set"
  | "absence.added";

/**
 * A change that a signed-in user requests. A restored group brings back the events that were deleted with it. The
 * server knows which events follow another one, and who a person is.
 */
export type WantedChange =
  | Exclude<SubmittedChange, { readonly type: RewordedType }>
  | { readonly type: "group.restored"; readonly groupId: string }
  | { readonly type: "event.restored"; readonly eventId: string }
  | { readonly type: "series.restored"; readonly eventId: string }
  | { readonly type: "series.deleted"; readonly eventId: string }
  | ({ readonly type: "absence.added"; readonly id: string; readonly userId: string } & AbsenceDays)
  /** The dates of those that follow move as far as that of the event. */
  | {
      readonly type: "series.edited";
      readonly eventId: string;
      readonly edit: EventEdit;
      readonly answers: AnswersAfterEdit;
    }
  | {
      readonly type: "availability.set";
      readonly eventId: string;
      /** Whose answer it is. */
      readonly userId: string;
      readonly answer: Answer | null;
      /** The date and time of the event for which it was given, if known. */
      readonly givenFor?: Pick<PlannedEvent, "date" | "time"> | undefined;
      /** `undefined`: the former word stays, unless the answer changes. */
      readonly comment: string | undefined;
      /** When the answer was given, by the device's clock. The server uses its own time if that is earlier. */
      readonly answeredAt: Date;
    };

export type WantedType = WantedChange["type"];

export type WantedOf<Type extends WantedType> = Extract<WantedChange, { readonly type: Type }>;

/**
 * Makes a change for a user, or refuses it. Returns what `present` reads in the same transaction.
 * @throws Refusal when the user lacks the permission, or the change is impossible
 */
export type AcceptChange = <Answer>(
  actorId: string,
  wanted: WantedChange,
  present: (queryable: Queryable) => Promise<Answer>,
) => Promise<Answer>;

/** The permission that a change requires; `null`: nobody makes it for another person. */
function needOf(wanted: WantedChange, actorId: string): Capability | null {
  const { call, about } = kindOf(wanted);
  const isOwn = typeof about === "string" || ("userId" in wanted && wanted.userId === actorId);
  return (isOwn ? call : about.others)?.right ?? null;
}

/** Whether the change is about somebody who is entrusted to the actor, and one that guardians make. */
function isGuardians(wanted: WantedChange, actor: EntitledUser): boolean {
  if (!("userId" in wanted)) return false;
  const isOfAbsence = wanted.type === "absence.added" || wanted.type === "absence.removed";
  const right = isOfAbsence ? "person.look_after" : needOf(wanted, actor.id);
  return right !== null && mayFor(actor, right, wanted.userId);
}

/** `null`: the change is about no group. */
function subjectOf(wanted: WantedChange): Subject | null {
  if ("groupId" in wanted || "eventId" in wanted) return wanted;
  if ("event" in wanted) return wanted.event;
  return "series" in wanted ? wanted.series : null;
}

/** @throws Refusal `request.forbidden` when the user lacks the permission */
export async function requirePermission(
  queryable: Queryable,
  actor: EntitledUser,
  wanted: WantedChange,
): Promise<void> {
  const need = needOf(wanted, actor.id);
  const subject = subjectOf(wanted);
  const isAllowed =
    isGuardians(wanted, actor) ||
    (need !== null && (subject === null ? may(actor, need, null) : await hasRight(queryable, actor, need, subject)));
  if (!isAllowed) throw new Refusal("request.forbidden");
}
