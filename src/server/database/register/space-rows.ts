import { type Selectable, sql } from "kysely";
import { readDate, type StoredDate } from "../schema.ts";
import type { SpaceTable } from "./register-schema.ts";

/**
 * `new`: its database does not exist yet, and is created when the space is first opened. `importing`: a backup is being
 * restored into it, or the restoration was killed. `deleted`: its data are kept for a while, and its slug is still taken.
 */
export type SpaceState = "new" | "active" | "suspended" | "deleted" | "importing";

/** The states in which people can use a space. */
export const USABLE: readonly SpaceState[] = ["new", "active"];

/** The person who may register as the first admin of a new space. */
export interface FirstAdmin {
  readonly email: string;
  /** The hash of the token in this person's registration link. */
  readonly tokenHash: string;
}

/** A space as stored in the register. */
export interface Space {
  readonly slug: string;
  readonly name: string;
  readonly state: SpaceState;
  /** A random value from which the space's secret is derived, together with the installation's secret. */
  readonly secretValue: string;
  /** `null` once the invitation is stored in the space's own database. */
  readonly firstAdmin: FirstAdmin | null;
  readonly createdAt: Date;
  /** The time of a person's latest request. */
  readonly usedAt: Date | null;
  /** When a closed space must be opened for a job. */
  readonly dueAt: Date | null;
  readonly deletedAt: Date | null;
  /** The hash of the mailed link that created it; `null`: an operator created it. */
  readonly linkHash: string | null;
}

export function dateOrNull(stored: StoredDate | null): Date | null {
  return stored === null ? null : readDate(stored);
}

export function spaceOf(row: Selectable<SpaceTable>): Space {
  const { admin_email: email, admin_token_hash: tokenHash } = row;
  return {
    slug: row.slug,
    name: row.name,
    state: row.state as SpaceState,
    secretValue: row.secret_value,
    firstAdmin: email === null || tokenHash === null ? null : { email, tokenHash },
    createdAt: readDate(row.created_at),
    usedAt: dateOrNull(row.used_at),
    dueAt: dateOrNull(row.due_at),
    deletedAt: dateOrNull(row.deleted_at),
    linkHash: row.link_hash,
  };
}

/** SQL conditions: whether any server has the space open. */
export const IS_OPEN = sql<boolean>`exists (select 1 from space_opening where space_opening.slug = space.slug)`;
export const IS_CLOSED = sql<boolean>`not ${IS_OPEN}`;
