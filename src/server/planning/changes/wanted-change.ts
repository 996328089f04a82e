import type { AbsenceDays } from "#domain/availability/absences.ts";
import type { Answer } from "#domain/availability/availability.ts";
import { type Capability, may, roleOf } from "#domain/permissions.ts";
import type { AnswersAfterEdit, EventEdit } from "#domain/planning/event-edit.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import type { PlanningChange, SubmittedChange } from "#domain/planning/planning-change.ts";
import type { UserRecord } from "../../api/user-record.ts";
import type { Queryable } from "../../database/database.ts";
import { Refusal } from "../../errors.ts";

export type ChangeOf<Type extends PlanningChange["type"]> = Extract<PlanningChange, { readonly type: Type }>;

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

/** The permission that each kind of change requires. Every kind must be listed. */
const NEEDS: Readonly<Record<WantedType, Capability>> = {
  "group.created": "group.manage",
  "group.renamed": "group.manage",
  "group.deleted": "group.manage",
  "group.pairs_set": "group.manage",
  "group.required_roles_set": "group.manage",
  "line_up.kept": "line_up.keep",
  "line_up.dropped": "line_up.keep",
  "person.wish_set": "profile.edit_own",
  "group.restored": "planning.restore",
  "group.joined": "group.join",
  "group.left": "group.join",
  "event.created": "event.create",
  "event.edited": "event.edit",
  "event.deleted": "event.delete",
  "series.created": "event.create",
  "series.edited": "event.edit",
  "series.deleted": "event.delete",
  "series.restored": "planning.restore",
  "event.restored": "planning.restore",
  "availability.set": "availability.set_own",
  "absence.added": "availability.set_own",
  "absence.removed": "availability.set_own",
};

/** Changes that nobody makes for another person. */
const OWN_ONLY = ["absence.added", "absence.removed", "person.wish_set"] as const satisfies readonly WantedType[];

function isOwnOnly(wanted: WantedChange): wanted is Extract<WantedChange, { type: (typeof OWN_ONLY)[number] }> {
  return OWN_ONLY.some((type) => type === wanted.type);
}

function needOf(wanted: WantedChange, actorId: string): Capability | null {
  if (isOwnOnly(wanted) && wanted.userId !== actorId) return null;
  if (wanted.type === "availability.set" && wanted.userId !== actorId) return "availability.set_for_others";
  const isMembership = wanted.type === "group.joined" || wanted.type === "group.left";
  if (!isMembership || wanted.userId === actorId) return NEEDS[wanted.type];
  return wanted.type === "group.joined" ? "group.add_member" : "group.remove_member";
}

/** @throws Refusal `request.forbidden` when the user lacks the permission */
export function requirePermission(actor: UserRecord, wanted: WantedChange): void {
  const need = needOf(wanted, actor.id);
  if (need === null || !may(roleOf(actor), need)) throw new Refusal("request.forbidden");
}
