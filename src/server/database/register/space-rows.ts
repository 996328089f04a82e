import { type Selectable, sql } from "kysely";
import { readDate, type StoredDate } from "../schema.ts";
import type { SpaceTable } from "./register-schema.ts";

/**
 * `new`: the first opening makes its database. `importing`: a backup is being restored into it, or the restoration was
 * killed. `deleted`: its folder is kept for a while, and its slug stays taken as long.
 */
export type SpaceState = "new" | "active" | "suspended" | "deleted" | "importing";

/** The states in which people can use a space. */
export const USABLE: readonly SpaceState[] = ["new", "active"];

export interface FirstAdmin {
  readonly email: string;
  /** The hash of the token in the link with which they register. */
  readonly tokenHash: string;
}

export interface Space {
  readonly slug: string;
  readonly name: string;
  readonly state: SpaceState;
  readonly secretValue: string;
  /** `null` once the space's own database knows the invitation. */
  readonly firstAdmin: FirstAdmin | null;
  readonly createdAt: Date;
  readonly usedAt: Date | null;
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

/** An SQL condition: whether a server has the space open. */
export const IS_OPEN = sql<boolean>`exists (select 1 from space_opening where space_opening.slug = space.slug)`;
export const IS_CLOSED = sql<boolean>`not ${IS_OPEN}`;
