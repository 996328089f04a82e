/** The register's channel on PostgreSQL. On SQLite a listener is called after every commit of another process. */
export const SPACES_CHANNEL = "diapason_spaces";

const DUE_PREFIX = "@";

/** The notices that processes send each other about the register. */
export const spaceNotice = {
  /** An operator changed the state of a space. */
  changed: (slug: string): string => slug,
  /** A closed space is due at this moment. */
  due: (moment: Date): string => DUE_PREFIX + String(moment.getTime()),
} as const;

/** Reads a notice. `anything`: some notices may have been missed. */
export function readSpaceNotice(
  payload: string | null,
): "anything" | { readonly slug: string } | { readonly due: Date } {
  if (payload === null) return "anything";
  return payload.startsWith(DUE_PREFIX)
    ? { due: new Date(Number(payload.slice(DUE_PREFIX.length))) }
    : { slug: payload };
}
