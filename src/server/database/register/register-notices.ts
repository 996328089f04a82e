/** PostgreSQL channel of the register. On SQLite every commit of another process counts, whatever the channel. */
export const SPACES_CHANNEL = "diapason_spaces";

const DUE = "@";

/** What processes tell each other of the register. */
export const spaceNotice = {
  /** An operator changed the state of a space. */
  changed: (slug: string): string => slug,
  /** A closed space is due at this moment. */
  due: (moment: Date): string => DUE + String(moment.getTime()),
} as const;

/** Reads a notice. `anything`: notices may have been missed. */
export function readSpaceNotice(
  payload: string | null,
): "anything" | { readonly slug: string } | { readonly due: Date } {
  if (payload === null) return "anything";
  return payload.startsWith(DUE) ? { due: new Date(Number(payload.slice(DUE.length))) } : { slug: payload };
}
