import type { Answer } from "#domain/availability.ts";
import { type Capability, may, roleOf } from "#domain/permissions.ts";
import type { PlanningChange } from "#domain/planning-change.ts";
import type { UserRecord } from "../auth/user-record.ts";
import { Refusal } from "../errors.ts";

export type ChangeOf<Type extends PlanningChange["type"]> = Extract<PlanningChange, { readonly type: Type }>;

/**
 * What somebody signed in may ask of the planning. Who answers, or joins, is whoever asks: nobody is named. What comes
 * back with what is restored is what was deleted with it.
 */
export type WantedChange =
  | ChangeOf<
      | "group.created"
      | "group.renamed"
      | "group.deleted"
      | "group.pairs_set"
      | "group.left"
      | "event.created"
      | "event.deleted"
    >
  | { readonly type: "group.joined"; readonly groupId: string }
  | { readonly type: "group.restored"; readonly groupId: string }
  | { readonly type: "event.restored"; readonly eventId: string }
  | {
      readonly type: "availability.set";
      readonly eventId: string;
      readonly answer: Answer | null;
      /** When they said so, as far as they know; it is taken for no later than the server's own time. */
      readonly answeredAt: Date;
    };

export type WantedType = WantedChange["type"];

export type WantedRestoration<Type extends "event.restored" | "group.restored"> = Extract<
  WantedChange,
  { readonly type: Type }
>;

/** What each change needs; nothing changes the planning without its line here. */
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
  const isOfAnother = wanted.type === "group.left" && wanted.userId !== actorId;
  return isOfAnother ? "group.remove_member" : NEEDS[wanted.type];
}

/** @throws Refusal `request.forbidden` when this is not for them to change */
export function requirePermission(actor: UserRecord, wanted: WantedChange): void {
  if (!may(roleOf(actor), needOf(wanted, actor.id))) throw new Refusal("request.forbidden");
}
