import { type AnsweredEvent, rolesToPlay } from "../line-up/kept-line-up.ts";
import { type LeadCapability, may, type RightsHolder } from "../permissions.ts";

/**
 * Whether somebody has a right at an event that its lead has: whoever plays `Lead` on its kept line-up, as long as it is
 * kept and they are not absent.
 */
export function mayAt(
  actor: RightsHolder & { readonly id: string },
  capability: LeadCapability,
  event: AnsweredEvent & { readonly groupId: string },
): boolean {
  return may(actor, capability, event.groupId) || rolesToPlay(event, actor.id).includes("Lead");
}
