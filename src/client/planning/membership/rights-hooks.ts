import { type Capability, type GroupCapability, groupsLedBy, may, type RightsHolder } from "#domain/permissions.ts";
import { usePlanningEnvironment, usePlanningPart } from "../planning-context.ts";

/** The viewer's rights, as the rows of users and groups tell them: no call asks for them. */
export function useRights(): RightsHolder {
  const { viewer } = usePlanningEnvironment();
  const groups = usePlanningPart("groups");
  return { isAdmin: viewer.isAdmin, ledGroupIds: groupsLedBy(groups, viewer.id) };
}

/** Whether the viewer has a right; one that leaders have, in this group. */
export function useMay(right: Exclude<Capability, GroupCapability>): boolean;
export function useMay(right: Capability, groupId: string | null): boolean;
export function useMay(right: Capability, groupId: string | null = null): boolean {
  return may(useRights(), right, groupId);
}
