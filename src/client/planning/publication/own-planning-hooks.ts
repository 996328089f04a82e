import { useState, useSyncExternalStore } from "react";
import { usePlanningSurroundings } from "../planning-context.ts";
import type { Sharing } from "../sharing.ts";
import type { KeptPlanning } from "../stored-planning.ts";
import { createOwnPlanning, type OwnPlanning } from "./own-planning.ts";

/** Whether the planning is this browser's own or the team's; `unknown` until the server has said so. */
export function useSharingState(): ReturnType<Sharing["state"]> {
  const { sharing } = usePlanningSurroundings();
  return useSyncExternalStore(sharing.subscribe, sharing.state);
}

/** What this browser holds by itself beyond what every planning starts with, and the ways of it into the team's. */
export function useOwnPlanning(): Pick<OwnPlanning, "share" | "add" | "forget" | "removePerson"> & {
  readonly leftover: KeptPlanning | null;
} {
  const { device, sharing } = usePlanningSurroundings();
  const [own] = useState(() => createOwnPlanning({ device, sharing }));
  const leftover = useSyncExternalStore(own.subscribe, own.leftover);
  const { share, add, forget, removePerson } = own;
  return { leftover, share, add, forget, removePerson };
}
