import { type FC, type SetStateAction, useEffect, useLayoutEffect, useState } from "react";
import { whenIdle } from "./when-idle.ts";

/**
 * A part of the page in a separate file, loaded when it is first shown; `Place` is rendered until then. Throws loading
 * errors to the nearest error boundary.
 *
 * Used instead of React's `lazy`, which shows a part only 300 ms after its fallback (`FALLBACK_THROTTLE_MS` of
 * react-dom), although the code usually arrives within ten: decision 0027.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<FC<Props>>,
  Place: FC<Props> = () => null,
): FC<Props> {
  // A layout effect starts the load before the next paint.
  return createPart(load, Place, useLayoutEffect);
}

/** A busy page loads its later parts after this, all the same. */
const LATER_WITHIN_MS = 500;

/** A part that nobody waits for: it is loaded once the page is painted and idle. */
export function laterPart<Props extends object>(load: () => Promise<FC<Props>>): FC<Props> {
  const loadWhenIdle = async () => {
    await new Promise<void>((resolve) => whenIdle(resolve, LATER_WITHIN_MS));
    return load();
  };
  return createPart(loadWhenIdle, () => null, useEffect);
}

function createPart<Props extends object>(
  load: () => Promise<FC<Props>>,
  Place: FC<Props>,
  useOnceShown: typeof useEffect,
): FC<Props> {
  let Loaded: FC<Props> | null = null;

  async function bring(show: (part: SetStateAction<FC<Props> | null>) => void): Promise<void> {
    try {
      const part = await load();
      Loaded = part;
      show(() => part);
    } catch (error) {
      show(() => {
        throw error;
      });
    }
  }

  return function LazyPart(props: Props) {
    const [Part, setPart] = useState(() => Loaded);
    useOnceShown(() => {
      if (Part === null) void bring(setPart);
    }, [Part]);
    return Part === null ? <Place {...props} /> : <Part {...props} />;
  };
}
