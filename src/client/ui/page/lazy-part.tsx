import { type FC, type ReactNode, type SetStateAction, useLayoutEffect, useState } from "react";

/** If a timer of this many milliseconds fires on time, the page was idle. */
const TIMER_MS = 20;

/** Calls `task` when the page is idle, or after `withinMs` milliseconds. Returns a function that cancels it. */
export function whenIdle(task: () => void, withinMs: number): () => void {
  if (!("requestIdleCallback" in window)) return whenTimersAreOnTime(task, withinMs);
  const handle = requestIdleCallback(task, { timeout: withinMs });
  return () => cancelIdleCallback(handle);
}

/** For browsers without `requestIdleCallback` (Safari). */
function whenTimersAreOnTime(task: () => void, withinMs: number): () => void {
  const start = performance.now();
  let timerStart = start;
  let timer = setTimeout(check, TIMER_MS);

  function check(): void {
    const now = performance.now();
    if (now - timerStart < 2 * TIMER_MS || now - start >= withinMs) return task();
    timerStart = now;
    timer = setTimeout(check, TIMER_MS);
  }

  return () => clearTimeout(timer);
}

export interface LazyPart<Props extends object> {
  (props: Props): ReactNode;
  /** Loads the code before the part is shown. Rejects if loading fails. */
  readonly load: () => Promise<void>;
}

/**
 * A component in a separate file, loaded when it is first shown. `Placeholder` is rendered until then. If its script does not
 * exist any more, the page is reloaded; other errors are thrown to the nearest error boundary.
 *
 * React's `lazy` would show the component at the earliest 300 ms after its fallback (`FALLBACK_THROTTLE_MS` of react-dom),
 * although the code usually arrives within 10 ms: decision 0027.
 * @param retryMs the wait before a failed load is retried; `null`: the failure is final
 */
export function lazyPart<Props extends object>(
  load: () => Promise<FC<Props>>,
  Placeholder: FC<Props> = () => null,
  retryMs: number | null = null,
): LazyPart<Props> {
  let Loaded: FC<Props> | null = null;

  async function loadOnce(): Promise<FC<Props>> {
    return (Loaded ??= await load());
  }

  /** Returns a function that ends the retries. */
  function startLoading(show: (part: SetStateAction<FC<Props> | null>) => void): () => void {
    let isMounted = true;
    let timer: ReturnType<typeof setTimeout> | undefined;

    async function attempt(): Promise<void> {
      try {
        const part = await loadOnce();
        show(() => part);
      } catch (error) {
        if (retryMs !== null) {
          if (isMounted) timer = setTimeout(() => void attempt(), retryMs);
        } else if (!(await window.pageStart.reloadIfScriptGone(error, { isNeeded: true }))) {
          // Thrown while React renders, so that the nearest error boundary gets it.
          show(() => {
            throw error;
          });
        }
      }
    }

    void attempt();
    return () => {
      isMounted = false;
      clearTimeout(timer);
    };
  }

  function Shown(props: Props) {
    const [Part, setPart] = useState(() => Loaded);
    // A layout effect starts the load before the next paint.
    useLayoutEffect(() => (Part === null ? startLoading(setPart) : undefined), [Part]);
    return Part === null ? <Placeholder {...props} /> : <Part {...props} />;
  }
  return Object.assign(Shown, { load: async () => void (await loadOnce()) });
}

/** The wait before loading is retried: about as long as a restart of the server. */
const RETRY_MS = 5000;

/** A component that the page can do without: if loading fails, `Placeholder` stays, and loading is retried. */
export function optionalPart<Props extends object>(load: () => Promise<FC<Props>>, Placeholder?: FC<Props>): FC<Props> {
  return lazyPart(load, Placeholder, RETRY_MS);
}

/** A page that is never idle loads its `laterPart`s after this time. */
const LATER_WITHIN_MS = 500;

/** An optional component with low priority: its code is loaded once the page is painted and idle. */
export function laterPart<Props extends object>(load: () => Promise<FC<Props>>): FC<Props> {
  return optionalPart(async () => {
    await new Promise<void>((resolve) => whenIdle(resolve, LATER_WITHIN_MS));
    return load();
  });
}
