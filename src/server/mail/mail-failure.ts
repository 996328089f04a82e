/** Why a mail did not leave, as far as the log may say: codes only, since the library's messages hold addresses. */
export interface MailFailure {
  readonly reason: string;
  readonly responseCode?: number;
}

const FIRST_RETRY_MS = 10_000;
/** No mail is put off for longer. */
export const LONGEST_RETRY_MS = 10 * 60_000;
/** From here on an answer is a refusal that stays one (RFC 5321 §4.2.1). */
const PERMANENT = 500;
/** What such a refusal can be about besides the mail itself: settings, which somebody can still mend. */
const MENDABLE: ReadonlySet<string> = new Set(["EAUTH", "ENOAUTH", "EOAUTH2", "ETLS"]);

export function failureOf(error: unknown): MailFailure {
  if (!(error instanceof Error)) return { reason: "unknown" };
  const { code = error.name, responseCode } = error as Error & { code?: string; responseCode?: number };
  return { reason: code, ...(responseCode !== undefined && { responseCode }) };
}

/** Whether no later try can succeed. */
export function isFinal({ reason, responseCode = 0 }: MailFailure): boolean {
  return responseCode >= PERMANENT && !MENDABLE.has(reason);
}

/**
 * Milliseconds until the next try.
 * @param attempts how many have failed, at least one
 */
export function retryDelay(attempts: number): number {
  return Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (attempts - 1));
}
