const HOUR_MS = 60 * 60 * 1000;

/** Calls `act` at each full hour, with the milliseconds of `now`. Returns a function that stops it. */
export function eachHour(act: () => void, now: () => number = Date.now): () => void {
  let timer: NodeJS.Timeout;
  function wait(): void {
    timer = setTimeout(
      () => {
        wait();
        act();
      },
      HOUR_MS - (now() % HOUR_MS),
    );
  }
  wait();
  return () => clearTimeout(timer);
}
