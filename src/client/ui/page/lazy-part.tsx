import { type FC, type ReactNode, type SetStateAction, useEffect, useLayoutEffect, useState } from "react";

/** If a timer of this many milliseconds fires on time, the page was idle. */
const STEP_MS = 20;

/** Calls `task` when the page has nothing to do, or after `withinMs` milliseconds; returns how to cancel. */
export function whenIdle(task: () => void, withinMs: number): () => void {
  if (!("requestIdleCallback" in window)) return whenTimersRing(task, withinMs);
  const handle = requestIdleCallback(task, { timeout: withinMs });
  return () => cancelIdleCallback(handle);
}

/** For browsers that cannot tell when they are idle (Safari). */
function whenTimersRing(task: () => void, withinMs: number): () => void {
  const start = performance.now();
  let asked = start;
  let timer = setTimeout(ring, STEP_MS);

  function ring(): void {
    const now = performance.now();
    if (now - asked < 2 * STEP_MS || now - start >= withinMs) return task();
    asked = now;
    timer = setTimeout(ring, STEP_MS);
  }

  return () => clearTimeout(timer);
}

export interface LazyPart<Props extends object> {
  (props: Props): ReactNode;
  /** Loads the code before the part is shown; rejects if it cannot be loaded now. */
  readonly load: () => Promise<void>;
}

/**
 * A part of the page in a separate file, loaded when it is first shown; `Place` is rendered until then. If its
 * script is gone, the page is reloaded; other errors are thrown to the nearest error boundary.
 *
 * Used instead of React's `lazy`, which shows a part only 300 ms after its fallback (`FALLBACK_THROTTLE_MS` of
 * react-dom), although the code usually arrives within ten: decision 0027.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<FC<Props>>,
  Place: FC<Props> = () => null,
): LazyPart<Props> {
  // A layout effect starts the load before the next paint.
  return createPart(load, Place, useLayoutEffect);
}

/** How long a part that could not be loaded is left out before the next try: about as long as a server's restart. */
const TRY_AGAIN_MS = 5000;

/**
 * A part that the page works without: if it cannot be loaded, `Place` stays, and loading is tried again while it does.
 */
export function optionalPart<Props extends object>(
  load: () => Promise<FC<Props>>,
  Place: FC<Props> = () => null,
): FC<Props> {
  return createPart(load, Place, useLayoutEffect, TRY_AGAIN_MS);
}

/** A busy page loads its later parts after this time at the latest. */
const LATER_WITHIN_MS = 500;

/** A part that nobody waits for: it is loaded once the page is painted and idle, and tried again if it cannot be. */
export function laterPart<Props extends object>(load: () => Promise<FC<Props>>): FC<Props> {
  const loadWhenIdle = async () => {
    await new Promise<void>((resolve) => whenIdle(resolve, LATER_WITHIN_MS));
    return load();
  };
  return createPart(loadWhenIdle, () => null, useEffect, TRY_AGAIN_MS);
}

function createPart<Props extends object>(
  load: () => Promise<FC<Props>>,
  Place: FC<Props>,
  useOnceShown: typeof useEffect,
  tryAgainMs: number | null = null,
): LazyPart<Props> {
  let Loaded: FC<Props> | null = null;

  async function loadOnce(): Promise<FC<Props>> {
    return (Loaded ??= await load());
  }

  /** Returns a function that stops trying. */
  function startLoading(show: (part: SetStateAction<FC<Props> | null>) => void): () => void {
    let isWanted = true;
    let timer: ReturnType<typeof setTimeout> | undefined;

    async function attempt(): Promise<void> {
      try {
        const part = await loadOnce();
        show(() => part);
      } catch (error) {
        if (tryAgainMs !== null) {
          if (isWanted) timer = setTimeout(() => void attempt(), tryAgainMs);
        } else if (!(await window.pageStart.loadAnewAfter(error, true))) {
          show(() => {
            throw error;
          });
        }
      }
    }

    void attempt();
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }

  function Shown(props: Props) {
    const [Part, setPart] = useState(() => Loaded);
    useOnceShown(() => (Part === null ? startLoading(setPart) : undefined), [Part]);
    return Part === null ? <Place {...props} /> : <Part {...props} />;
  }
  return Object.assign(Shown, { load: async () => void (await loadOnce()) });
}
