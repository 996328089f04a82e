import type { Generated } from "kysely";

/** What a driver gives back for a date: PostgreSQL a `Date`, SQLite the ISO text it keeps. Both take a `Date`. */
export type StoredDate = Date | string;
/** What a driver gives back for a truth: PostgreSQL a boolean, SQLite 0 or 1. Both take a boolean. */
export type StoredBoolean = boolean | number;

/** One person (specification §3, User). The first columns are the specification's, the rest the auth library's and ours. */
export interface UsersTable {
  id: string;
  /** In lower case. */
  email: string;
  first_name: string;
  last_name: string;
  /** A JSON array of service names. */
  positions: string;
  is_admin: StoredBoolean;
  created_at: StoredDate;
  updated_at: StoredDate;
  /** The whole name, which the auth library wants. */
  name: string;
  image: string | null;
  email_verified: Generated<StoredBoolean>;
  /** Whether this is the default admin's row, which nobody registered. */
  is_built_in: Generated<StoredBoolean>;
}

export interface SessionsTable {
  id: string;
  user_id: string;
  token: string;
  expires_at: StoredDate;
  created_at: StoredDate;
  updated_at: StoredDate;
  ip_address: string | null;
  user_agent: string | null;
}

export interface AccountsTable {
  id: string;
  user_id: string;
  account_id: string;
  provider_id: string;
  /** A PHC string. */
  password: string | null;
  created_at: StoredDate;
  updated_at: StoredDate;
  access_token: string | null;
  refresh_token: string | null;
  id_token: string | null;
  access_token_expires_at: StoredDate | null;
  refresh_token_expires_at: StoredDate | null;
  scope: string | null;
}

export interface VerificationsTable {
  id: string;
  identifier: string;
  value: string;
  expires_at: StoredDate;
  created_at: StoredDate;
  updated_at: StoredDate;
}

/** How often somebody tried something within a window of time. */
export interface RateLimitsTable {
  key: string;
  count: number;
  expires_at: StoredDate;
}

/** One-time links by which `npm run admin` lets somebody create an admin account. */
export interface AdminInvitationsTable {
  email: string;
  token_hash: string;
  expires_at: StoredDate;
}

/** One-time links by which somebody who forgot their password chooses a new one. */
export interface PasswordResetsTable {
  user_id: string;
  token_hash: string;
  expires_at: StoredDate;
}

/** Which migrations this database has been through. */
export interface SchemaVersionsTable {
  version: number;
  name: string;
  applied_at: StoredDate;
}

export interface Tables {
  schema_version: SchemaVersionsTable;
  users: UsersTable;
  session: SessionsTable;
  account: AccountsTable;
  verification: VerificationsTable;
  rate_limit: RateLimitsTable;
  admin_invitation: AdminInvitationsTable;
  password_reset: PasswordResetsTable;
}

export function readDate(stored: StoredDate): Date {
  return new Date(stored);
}

export function readBoolean(stored: StoredBoolean): boolean {
  return Boolean(stored);
}
