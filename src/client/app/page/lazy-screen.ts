import type { FC } from "react";
import { type LazyPart, lazyPart } from "../../ui/page/lazy-part.tsx";
import { withArrival } from "../arrival/arrival.tsx";

/** A screen in a separate file, loaded when first shown; `Place` is rendered until then. */
export function lazyScreen(load: () => Promise<FC>, Place?: FC): LazyPart<object> {
  return lazyPart(async () => withArrival(await load()), Place);
}
