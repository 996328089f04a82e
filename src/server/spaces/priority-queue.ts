/** `person`: somebody waits for the task; `background`: nobody does, for instance a job is due. */
export type Urgency = "person" | "background";

/**
 * Returns a function that runs at most `concurrency` tasks at a time, in order of arrival. Tasks of people come first:
 * background tasks start only when no other task runs.
 */
export function createPriorityQueue(concurrency: number) {
  const waiting: Readonly<Record<Urgency, (() => void)[]>> = { person: [], background: [] };
  let running = 0;

  function startWaiting(): void {
    while (running < concurrency && waiting.person.length > 0) start(waiting.person.shift());
    if (running === 0) start(waiting.background.shift());
  }

  function start(resume: (() => void) | undefined): void {
    if (resume === undefined) return;
    running += 1;
    resume();
  }

  return async <Result>(urgency: Urgency, task: () => Promise<Result>): Promise<Result> => {
    await new Promise<void>((resolve) => {
      waiting[urgency].push(resolve);
      startWaiting();
    });
    try {
      return await task();
    } finally {
      running -= 1;
      startWaiting();
    }
  };
}
