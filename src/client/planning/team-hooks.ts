import { useMemo } from "react";
import type { ChangeOf } from "#domain/planning/planning-change.ts";
import { useStore } from "../storage/listeners.ts";
import {
  type PlanningEnvironment,
  usePlanningEnvironment,
  usePlanningPart,
  useSnapshotPart,
} from "./planning-hooks.ts";
import type { LateRefusal, PlanningSource } from "./planning-source.ts";

/** Returns the function to subscribe to reloads of the whole planning, for other data that must then be reloaded too. */
export function useReloads(): PlanningEnvironment["subscribeToReloads"] {
  return usePlanningEnvironment().subscribeToReloads;
}

/** Ids of all known members of any group, each once; empty if the planning records no membership. */
export function useMemberIds(): readonly string[] {
  const members = usePlanningPart("members");
  return useMemo(() => [...new Set(Object.values(members ?? {}).flat())], [members]);
}

/** The id of the user who deleted an event or its whole group while this page was open; `null` if unknown. */
export function useDeleter({ id, groupId }: { readonly id?: string; readonly groupId: string }): string | null {
  const { deleters } = usePlanningEnvironment();
  return useStore(deleters.subscribe, () => (id && deleters.of(id)) ?? deleters.of(groupId));
}

/** Changes of this user that were stored, sent later, and then refused. */
export function useLateRefusals(): readonly LateRefusal[] {
  return useSnapshotPart("lateRefusals");
}

type RefusedProgramme = LateRefusal & { readonly change: ChangeOf<"programme.set"> };

/**
 * Whether somebody else changed the programme before this user's text arrived. The text stays on the page of its event,
 * to which the notice links instead of having a button that dismisses it.
 */
export function isRefusedProgramme(refusal: LateRefusal): refusal is RefusedProgramme {
  return refusal.change.type === "programme.set" && refusal.code === "programme.changed";
}

/** Returns the function that marks a late refusal as read. */
export function useDismissRefusal(): PlanningSource["dismiss"] {
  return usePlanningEnvironment().source.dismiss;
}
