/** The channel of PostgreSQL's notifications about the register. */
export const SPACES_CHANNEL = "diapason_spaces";

const DUE_PREFIX = "@";

/** Makes the payloads that processes send each other on this channel. */
export const spaceNotice = {
  /** An operator changed the state of a space, such as suspended it. */
  changed: (slug: string): string => slug,
  /** A closed space must be opened at `moment`, because one of its jobs is then due. */
  due: (moment: Date): string => DUE_PREFIX + String(moment.getTime()),
} as const;

/** Reads a payload. `anything`, for `null`: notifications may have been missed, so anything may have changed. */
export function readSpaceNotice(
  payload: string | null,
): "anything" | { readonly slug: string } | { readonly due: Date } {
  if (payload === null) return "anything";
  return payload.startsWith(DUE_PREFIX)
    ? { due: new Date(Number(payload.slice(DUE_PREFIX.length))) }
    : { slug: payload };
}
