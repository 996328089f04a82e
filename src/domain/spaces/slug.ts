/** Names of hosts that a domain uses for something else, or that would look like the product's own. */
const RESERVED: ReadonlySet<string> = new Set(
  "www api admin mail smtp imap ftp app static assets status help aide demo root diapason".split(" "),
);

const SLUG = /^[a-z0-9](?:[a-z0-9-]{1,28})[a-z0-9]$/;
/** Browsers show a name with this prefix in other letters, which may look like another space's name (RFC 5890). */
const PUNYCODE_PREFIX = "xn--";

/** Why `text` cannot be the first part of a space's address; `null`: it can. */
export function slugFault(text: string): "form" | "reserved" | null {
  if (!SLUG.test(text)) return "form";
  return RESERVED.has(text) || text.startsWith(PUNYCODE_PREFIX) ? "reserved" : null;
}

/** Whether `text` can be the first part of a space's address. */
export function isSlug(text: string): boolean {
  return slugFault(text) === null;
}

const SLUG_MAX = 30;

/** The slug that a team's name suggests. It may be unusable (`slugFault`): too short, or reserved. */
export function suggestSlug(name: string): string {
  return (
    name
      .toLowerCase()
      // Letters that NFD does not decompose.
      .replaceAll("œ", "oe")
      .replaceAll("æ", "ae")
      .replaceAll("ß", "ss")
      .normalize("NFD")
      .replaceAll(/\p{M}/gu, "")
      .replaceAll(/[^a-z0-9]+/g, "-")
      .slice(0, SLUG_MAX)
      .replaceAll(/^-+|-+$/g, "")
  );
}
