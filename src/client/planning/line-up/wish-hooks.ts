import { usePlanningPart } from "../planning-context.ts";
import { useNeed } from "../planning-hooks.ts";
import type { NeedStatus } from "../planning-source.ts";

/**
 * How many times a month the signed-in user wants to play at most; `null`: no limit, or not loaded yet. Loads it.
 * @param userId the id of the signed-in user: nobody reads another person's wish
 */
export function useWish(userId: string): { readonly most: number | null; readonly status: NeedStatus } {
  const status = useNeed({ type: "wish", userId });
  return { most: usePlanningPart("wishes")[userId] ?? null, status };
}
