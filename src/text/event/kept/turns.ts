import type { Turn } from "../../../domain/line-up/turns.ts";

/** « a joué 3 fois sur 4 »; empty where there was nothing to play at */
export function turnWords({ played, of, isBeyondWish }: Omit<Turn, "userId">): string {
  const often = of === 0 ? [] : [`a joué ${played}\u00a0fois sur ${of}`];
  return [...often, ...(isBeyondWish ? ["au-delà de son souhait"] : [])].join(" · ");
}
