import type { Answer } from "#domain/availability/availability.ts";
import { type Capability, may, roleOf } from "#domain/permissions.ts";
import type { PlanningChange, SubmittedChange } from "#domain/planning/planning-change.ts";
import type { UserRecord } from "../../api/user-record.ts";
import { Refusal } from "../../errors.ts";

export type ChangeOf<Type extends PlanningChange["type"]> = Extract<PlanningChange, { readonly type: Type }>;

/**
 * A change that a signed-in user requests. An answer names nobody: it is always the caller's own. A restored group
 * brings back the events that were deleted with it.
 */
export type WantedChange =
  | Exclude<SubmittedChange, { readonly type: "group.restored" | "event.restored" | "availability.set" }>
  | { readonly type: "group.restored"; readonly groupId: string }
  | { readonly type: "event.restored"; readonly eventId: string }
  | {
      readonly type: "availability.set";
      readonly eventId: string;
      readonly answer: Answer | null;
      /** When the answer was given, by the device's clock. The server uses its own time if that is earlier. */
      readonly answeredAt: Date;
    };

export type WantedType = WantedChange["type"];

export type WantedRestoration<Type extends "event.restored" | "group.restored"> = Extract<
  WantedChange,
  { readonly type: Type }
>;

/** The permission that each kind of change requires. Every kind must be listed. */
const NEEDS: Readonly<Record<WantedType, Capability>> = {
  "group.created": "group.manage",
  "group.renamed": "group.manage",
  "group.deleted": "group.manage",
  "group.pairs_set": "group.manage",
  "group.restored": "planning.restore",
  "group.joined": "group.join",
  "group.left": "group.join",
  "event.created": "event.create",
  "event.deleted": "event.delete",
  "event.restored": "planning.restore",
  "availability.set": "availability.set_own",
};

function needOf(wanted: WantedChange, actorId: string): Capability {
  const isMembership = wanted.type === "group.joined" || wanted.type === "group.left";
  if (!isMembership || wanted.userId === actorId) return NEEDS[wanted.type];
  return wanted.type === "group.joined" ? "group.add_member" : "group.remove_member";
}

/** @throws Refusal `request.forbidden` when the user lacks the permission */
export function requirePermission(actor: UserRecord, wanted: WantedChange): void {
  if (!may(roleOf(actor), needOf(wanted, actor.id))) throw new Refusal("request.forbidden");
}
