/** Why a try failed, for the log. It contains codes only, because error messages of libraries contain addresses. */
export interface JobFailure {
  readonly reason: string;
  /** The code of the response, if a mail server responded. */
  readonly responseCode?: number;
}

/** Thrown by a delivery if no retry can succeed. The job is removed, with a line in the log. */
export class JobGivenUp extends Error {
  readonly failure: JobFailure;

  constructor(failure: JobFailure, options?: ErrorOptions) {
    super(failure.reason, options);
    this.failure = failure;
  }
}

/** Thrown by a delivery that should be retried later, perhaps at a time that the other server asked for. */
export class JobDelayed extends Error {
  readonly failure: JobFailure;
  /** When the other server wants the retry; `null`: it did not say. Our own back-off (`retryDelay`) is never shortened. */
  readonly retryAt: Date | null;

  constructor(failure: JobFailure, retryAt: Date | null, options?: ErrorOptions) {
    super(failure.reason, options);
    this.failure = failure;
    this.retryAt = retryAt;
  }
}

/** The reason of a job that is given up because its `expiresAt` has passed. */
export const EXPIRED = "expired";

const FIRST_RETRY_MS = 10_000;
export const LONGEST_RETRY_MS = 10 * 60_000;

/** Reduces any error to the codes that may be logged and stored. */
export function failureOf(error: unknown): JobFailure {
  if (error instanceof JobGivenUp || error instanceof JobDelayed) return error.failure;
  if (!(error instanceof Error)) return { reason: "unknown" };
  const { code = error.name, responseCode } = error as Error & { code?: string; responseCode?: number };
  return { reason: code, ...(responseCode !== undefined && { responseCode }) };
}

/** Milliseconds until the next try, by exponential backoff. @param tries how many have failed, at least one */
export function retryDelay(tries: number): number {
  return Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (tries - 1));
}
