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

/** One row: what the team's one invitation link is derived from. */
export interface TeamInvitationsTable {
  id: number;
  nonce: string;
  created_at: StoredDate;
}

/** One-time links by which somebody who forgot their password chooses a new one. */
export interface PasswordResetsTable {
  user_id: string;
  token_hash: string;
  expires_at: StoredDate;
}

/** A mail that has not left yet. */
export interface MailQueueTable {
  id: string;
  kind: string;
  user_id: string;
  /** Recipient and content, which only the holder of the secret can read. */
  sealed: string;
  /** How often it was tried. */
  attempts: number;
  created_at: StoredDate;
  /** When it is to be tried next; while it is being tried, when another process may take over. */
  due_at: StoredDate;
  /** When it is of no more use. */
  expires_at: StoredDate;
}

/** One row: the state of the shared planning. Whoever changes the planning holds it until they are done. */
export interface PlanningStateTable {
  id: number;
  /** `null` while the planning is not shared. */
  shared_at: StoredDate | null;
  /** Of what was published, so that the same publication again is known as such. */
  publication_hash: string | null;
  /** What was answered to it: a `PublicationReceipt` as JSON. */
  publication_receipt: string | null;
  /** The number of the latest change. */
  position: number;
}

export interface PlanningGroupsTable {
  id: string;
  name: string;
  /** Groups are listed in this order. */
  place: number;
  /** A JSON array of role pairs; `null`: the default ones. */
  combinable_pairs: string | null;
  /** What was deleted can be restored for a while. */
  deleted_at: StoredDate | null;
  deleted_by: string | null;
}

export interface GroupMembersTable {
  group_id: string;
  user_id: string;
  joined_at: StoredDate;
}

export interface PlanningEventsTable {
  id: string;
  group_id: string;
  name: string;
  /** `YYYY-MM-DD` and `HH:MM`: plain, of no time zone. */
  date: string;
  time: string;
  location: string;
  deleted_at: StoredDate | null;
  deleted_by: string | null;
}

/** What one person said of one event. An answer that was taken back stays as a row, so that an older one cannot return. */
export interface AvailabilityTable {
  event_id: string;
  user_id: string;
  /** `null`: taken back. */
  status: "present" | "absent" | null;
  user_name: string;
  /** A JSON array: the services held when it was said. */
  positions: string;
  answered_at: StoredDate;
  /** Entries are listed in this order: the number of the change that set them. */
  place: number;
  /** Their order among those that one change set: a publication sets many. */
  rank: number;
}

export interface PlanningChangesTable {
  /** 1, 2, 3…, in the order in which the changes were committed. */
  position: number;
  /** A `PlanningChangeRow` as JSON; `null`: rows came that it does not tell (a publication, a restoration). */
  change: string | null;
  /** The group that it is about; `null`: about all. */
  group_id: string | null;
  /** Whose name it holds, so that it can be taken out when that person is deleted. */
  user_id: string | null;
  accepted_at: StoredDate;
}

/** What was done with an admin's rights: a row is added for each act, and none is ever changed or taken out. */
export interface AdminActsTable {
  /** 1, 2, 3…, in the order in which they were committed. */
  number: number;
  done_at: StoredDate;
  /** Who did it; `null`: the command line of the server. */
  actor_id: string | null;
  /** To whom. */
  person_id: string | null;
  /** An `AdminAct` as JSON. */
  act: string;
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
  team_invitation: TeamInvitationsTable;
  password_reset: PasswordResetsTable;
  mail_queue: MailQueueTable;
  planning_state: PlanningStateTable;
  planning_group: PlanningGroupsTable;
  group_member: GroupMembersTable;
  planning_event: PlanningEventsTable;
  availability: AvailabilityTable;
  planning_change: PlanningChangesTable;
  admin_act: AdminActsTable;
}

export function readDate(stored: StoredDate): Date {
  return new Date(stored);
}

export function readBoolean(stored: StoredBoolean): boolean {
  return Boolean(stored);
}
