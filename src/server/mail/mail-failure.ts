/** Why a mail was not sent, for the log: codes only, as the library's messages contain addresses. */
export interface MailFailure {
  readonly reason: string;
  readonly responseCode?: number;
}

const FIRST_RETRY_MS = 10_000;
/** The longest delay between two attempts. */
export const LONGEST_RETRY_MS = 10 * 60_000;
/** SMTP codes from here on are permanent failures (RFC 5321 §4.2.1). */
const PERMANENT = 500;
/** Reasons of permanent refusals that come from settings, which an operator can fix: worth a retry. */
const MENDABLE: ReadonlySet<string> = new Set(["EAUTH", "ENOAUTH", "EOAUTH2", "ETLS"]);

export function failureOf(error: unknown): MailFailure {
  if (!(error instanceof Error)) return { reason: "unknown" };
  const { code = error.name, responseCode } = error as Error & { code?: string; responseCode?: number };
  return { reason: code, ...(responseCode !== undefined && { responseCode }) };
}

/** Whether no retry can succeed. */
export function isPermanent({ reason, responseCode = 0 }: MailFailure): boolean {
  return responseCode >= PERMANENT && !MENDABLE.has(reason);
}

/**
 * Milliseconds until the next attempt.
 * @param attempts how many have failed, at least one
 */
export function retryDelay(attempts: number): number {
  return Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (attempts - 1));
}
