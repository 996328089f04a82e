/** The first retry's wait (specification §9). */
const BACK_OFF_START_MS = 200;
/** The longest wait, so that the page soon notices that the server is back. */
export const BACK_OFF_CEILING_MS = 30_000;
/** Up to this fraction of a wait is added at random (jitter), so that the devices of a team do not all retry at once. */
const JITTER = 0.5;

/**
 * Milliseconds to wait before retry number `retry` (0 is the first): 200, doubling, never above the ceiling.
 * @param random a number in [0, 1)
 */
export function backOffDelay(retry: number, random: number): number {
  return Math.min(BACK_OFF_CEILING_MS, BACK_OFF_START_MS * 2 ** retry * (1 + JITTER * random));
}

export function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
