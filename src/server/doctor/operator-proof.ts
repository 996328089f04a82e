import { randomBytes } from "node:crypto";
import type { SeenCall } from "#text/doctor/address-check.ts";
import { createLinkTokens } from "../auth/links/link-tokens.ts";

/**
 * How `doctor` finds out that the server behind an address is this installation's, and what it sees of a call: it signs
 * its call with a key out of the installation's secret, and the server signs its answer. Everybody else gets what
 * everybody gets. The secret itself never leaves the machine, and an old call says nothing any more.
 */

/** In the call: when it was made, a random part, and their signature. In the answer: what was seen, and a signature. */
export const OPERATOR_HEADER = "diapason-operator";

const NONCE_BYTES = 16;
/** The clocks of two machines may differ. */
const FRESH_MS = 5 * 60 * 1000;

/** The header of a new call. */
export function newOperatorCall(secret: string, now: Date): string {
  const nonce = randomBytes(NONCE_BYTES).toString("base64url");
  return createLinkTokens(secret).sign("doctor call", [String(now.getTime()), nonce]);
}

/** What the server of this secret saw of the call with this header; `null` if it was another one that answered. */
export function readOperatorAnswer(secret: string, call: string, answer: string | undefined): SeenCall | null {
  const [answered, seen] = createLinkTokens(secret).read("doctor answer", answer ?? "") ?? [];
  return seen === undefined || answered !== call ? null : (JSON.parse(seen) as SeenCall);
}

/** Returns a function that makes the answering header; `null` for a call that is not the operator's. */
export function createOperatorAnswers(secret: string, clock: () => Date) {
  const tokens = createLinkTokens(secret);
  return function answer(call: string | undefined, seen: SeenCall): string | null {
    const [sentAt] = tokens.read("doctor call", call ?? "") ?? [];
    if (call === undefined || sentAt === undefined) return null;
    if (Math.abs(clock().getTime() - Number(sentAt)) > FRESH_MS) return null;
    return tokens.sign("doctor answer", [call, JSON.stringify(seen)]);
  };
}
