import type { Answer } from "#domain/availability/availability.ts";

/** What the address of the page says. */
export interface PageLink {
  readonly token: string;
  /** The answer that was pressed in the mail. */
  readonly wished: Answer | null;
}

function readParameters(text: string): PageLink | null {
  const parameters = new URLSearchParams(text);
  const token = parameters.get("t") ?? "";
  const wished = parameters.get("r");
  return token === "" ? null : { token, wished: wished === "present" || wished === "absent" ? wished : null };
}

/**
 * Reads the token, and moves it from the query to the fragment. A fragment is never sent to a server, so that a reload, a
 * proxy or a `Referer` header does not repeat the token; and a reload still finds it.
 */
export function takePageLink(): PageLink | null {
  const { search, hash, pathname } = location;
  const link = readParameters(search);
  if (link === null) return readParameters(hash.slice(1));
  history.replaceState(history.state, "", `${pathname}#${search.slice(1)}`);
  return link;
}

/** The event that a token names, whether or not the token is genuine; `null` where it names none. */
export function eventOf(token: string): string | null {
  try {
    const [content = ""] = token.split(".");
    const parts: unknown = JSON.parse(atob(content.replaceAll("-", "+").replaceAll("_", "/")));
    return Array.isArray(parts) && typeof parts[1] === "string" ? parts[1] : null;
  } catch {
    return null;
  }
}
