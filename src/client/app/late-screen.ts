import type { FC } from "react";
import { latePart } from "../ui/late-part.tsx";
import { withArrival } from "./arrival.tsx";

/** A screen with a file of its own; `Place` stands where it will be. */
export function lateScreen(load: () => Promise<FC>, Place?: FC): FC {
  return latePart(async () => withArrival(await load()), Place);
}
