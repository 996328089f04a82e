import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { SeenCall } from "#text/doctor/address-check.ts";

/**
 * How `doctor` finds out that the server behind an address is this installation's, and what it sees of a call: it signs
 * its call with the secret of the installation, and the server signs its answer. Everybody else gets what everybody
 * gets. The secret itself never leaves the machine, and an old call says nothing any more.
 */

/** In the call: when it was made, a random part, and their signature. In the answer: what was seen, and a signature. */
export const OPERATOR_HEADER = "diapason-operator";

const NONCE_BYTES = 16;
/** The clocks of two machines may differ. */
const FRESH_MS = 5 * 60 * 1000;

/** `purpose` keeps these signatures apart from each other, and from all others under the same secret. */
function signatureOf(secret: string, purpose: "doctor's call" | "doctor's answer", text: string): Buffer {
  return createHmac("sha256", secret).update(`${purpose}\n${text}`).digest();
}

/** Whether `signed`, a text with a signature behind its last dot, is signed with our secret. */
function isSigned(signed: string, sign: (text: string) => Buffer): boolean {
  const dot = signed.lastIndexOf(".");
  const given = Buffer.from(signed.slice(dot + 1), "base64url");
  const expected = sign(signed.slice(0, dot));
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** The header of a new call. */
export function newOperatorCall(secret: string, now: Date): string {
  const text = `${now.getTime()}.${randomBytes(NONCE_BYTES).toString("base64url")}`;
  return `${text}.${signatureOf(secret, "doctor's call", text).toString("base64url")}`;
}

/** What the server of this secret saw of the call with this header; `null` if it was another one that answered. */
export function readOperatorAnswer(secret: string, call: string, answer: string | undefined): SeenCall | null {
  if (answer === undefined) return null;
  const sign = (text: string) => signatureOf(secret, "doctor's answer", `${call}\n${text}`);
  if (!isSigned(answer, sign)) return null;
  const [content = ""] = answer.split(".");
  return JSON.parse(Buffer.from(content, "base64url").toString()) as SeenCall;
}

/** Returns a function that makes the answering header; `null` for a call that is not the operator's. */
export function createOperatorAnswers(secret: string, clock: () => Date) {
  return function answer(call: string | undefined, seen: SeenCall): string | null {
    if (call === undefined || !isSigned(call, (text) => signatureOf(secret, "doctor's call", text))) return null;
    if (Math.abs(clock().getTime() - Number.parseInt(call, 10)) > FRESH_MS) return null;
    const content = Buffer.from(JSON.stringify(seen)).toString("base64url");
    return `${content}.${signatureOf(secret, "doctor's answer", `${call}\n${content}`).toString("base64url")}`;
  };
}
