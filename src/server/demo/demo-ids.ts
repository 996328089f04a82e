import { createHash } from "node:crypto";
import { DEMO_VISITORS } from "#text/demo/demo-team.ts";

/** A UUID (in the form of version 4) that depends only on `name`, so that people have the same ids after each reset. */
export function demoId(name: string): string {
  const hex = createHash("sha256").update(`diapason demo ${name}`).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

export function demoPersonId(firstName: string): string {
  return demoId(`person ${firstName}`);
}

/** `camille@example.org`: a domain that belongs to nobody (RFC 2606). */
export function demoEmail(firstName: string): string {
  const ascii = firstName.normalize("NFD").replaceAll(/\W/g, "").toLowerCase();
  return `${ascii}@example.org`;
}

/** The ids of the accounts that visitors use. */
export const VISITOR_IDS: readonly string[] = Object.values(DEMO_VISITORS).map(demoPersonId);

/** The e-mail addresses of these accounts. */
export const VISITOR_EMAILS: readonly string[] = Object.values(DEMO_VISITORS).map(demoEmail);
