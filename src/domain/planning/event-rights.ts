import { type AnsweredEvent, rolesToPlay } from "../line-up/kept-line-up.ts";
import { type LeadCapability, may, type RightsHolder } from "../permissions.ts";

/**
 * Whether a user has this right at an event. The person who plays `Lead` on its kept line-up has it too, unless they
 * are absent.
 */
export function mayAt(
  actor: RightsHolder & { readonly id: string },
  capability: LeadCapability,
  event: AnsweredEvent & { readonly groupId: string },
): boolean {
  return may(actor, capability, event.groupId) || rolesToPlay(event, actor.id).includes("Lead");
}
