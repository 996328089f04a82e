import { createContext, use } from "react";
import type { PlanningChange } from "#domain/planning/planning-change.ts";
import type { Planning } from "#domain/planning/planning.ts";
import { createListeners, type Listeners } from "../storage/listeners.ts";
import { useStore } from "../storage/use-store.ts";
import type { PlanningDevice } from "./local/local-source.ts";
import type { PlanningSnapshot, PlanningSource } from "./planning-source.ts";
import type { SelectedGroup } from "./selected-group.ts";
import type { Sharing } from "./sharing.ts";

/** Who deleted which group or event of a shared planning, as far as the change stream reported it to this page. */
export function createDeleters() {
  const listeners = createListeners();
  const known = new Map<string, string>();
  return {
    subscribe: listeners.subscribe,
    of: (id: string) => known.get(id) ?? null,
    note(change: PlanningChange, by: string): void {
      if (change.type === "group.deleted") known.set(change.groupId, by);
      else if (change.type === "event.deleted") known.set(change.eventId, by);
      else return;
      listeners.notify();
    },
  };
}

export type Deleters = ReturnType<typeof createDeleters>;

export interface PlanningEnvironment {
  readonly source: PlanningSource;
  readonly selectedGroup: SelectedGroup;
  readonly viewer: { readonly id: string; readonly isAdmin: boolean };
  /** Which planning is in use, local or shared; for screens that show it or change it. */
  readonly sharing: Sharing;
  readonly device: PlanningDevice;
  /** Calls the listener when a shared planning reports that people changed; returns how to unsubscribe. */
  readonly subscribeToPeople: Listeners["subscribe"];
  /** Calls the listener when a shared planning has to be read again, for a reason that it does not tell. */
  readonly subscribeToReloads: Listeners["subscribe"];
  readonly deleters: Deleters;
}

/** Screens read it through the hooks of this folder only. */
export const PlanningContext = createContext<PlanningEnvironment | null>(null);

export function usePlanningEnvironment(): PlanningEnvironment {
  const environment = use(PlanningContext);
  if (environment === null) throw new Error("No PlanningContext above this component");
  return environment;
}

/** One part of the snapshot: the component renders again only when that part changes. */
export function useSnapshotPart<Name extends keyof PlanningSnapshot>(name: Name): PlanningSnapshot[Name] {
  const { source } = usePlanningEnvironment();
  return useStore(source.subscribe, () => source.snapshot()[name]);
}

/** One list of the planning: the component renders again only when that list changes. */
export function usePlanningPart<Name extends keyof Planning>(name: Name): Planning[Name] {
  const { source } = usePlanningEnvironment();
  return useStore(source.subscribe, () => source.snapshot().planning[name]);
}
