import type { Generated } from "kysely";
import type { EventRow } from "./event-columns.ts";

/** A date as the driver returns it: a `Date` from PostgreSQL, ISO text from SQLite. Both accept a `Date`. */
export type StoredDate = Date | string;
/** A boolean as the driver returns it: a boolean from PostgreSQL, 0 or 1 from SQLite. Both accept a boolean. */
export type StoredBoolean = boolean | number;

/** One person (specification §3, User). The first columns are the specification's, the rest are ours. */
export interface UsersTable {
  id: string;
  /** In lower case. `null`: a person without an account, whose address nobody gave. */
  email: string | null;
  first_name: string;
  last_name: string;
  /** A JSON array of service names. */
  positions: string;
  is_admin: StoredBoolean;
  created_at: StoredDate;
  updated_at: StoredDate;
  /** The whole name, which an earlier version's auth library wanted. */
  name: string;
  image: string | null;
  email_verified: Generated<StoredBoolean>;
  /** Whether this is the row of the default admin, who never registered. */
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

/** Unused. An earlier version's auth library wanted it, and existing databases have it. */
export interface VerificationsTable {
  id: string;
  identifier: string;
  value: string;
  expires_at: StoredDate;
  created_at: StoredDate;
  updated_at: StoredDate;
}

/** The count of tries within a time window. */
export interface RateLimitsTable {
  key: string;
  count: number;
  expires_at: StoredDate;
}

/** One-time links, made by `npm run admin`, for creating an admin account. */
export interface AdminInvitationsTable {
  email: string;
  token_hash: string;
  expires_at: StoredDate;
}

/** A single row: the nonce from which the team's invitation link is derived. */
export interface TeamInvitationsTable {
  id: number;
  nonce: string;
  created_at: StoredDate;
}

/** One-time links by which a person without an account creates it, and keeps their row. */
export interface PersonInvitationsTable {
  user_id: string;
  /** The link's token is derived from it. */
  nonce: string;
  token_hash: string;
  expires_at: StoredDate;
}

/** One-time links for setting a new password. */
export interface PasswordResetsTable {
  user_id: string;
  token_hash: string;
  expires_at: StoredDate;
}

/** A user's calendar address: the nonce from which its token is derived. */
export interface CalendarFeedsTable {
  user_id: string;
  nonce: string;
  created_at: StoredDate;
}

/** A mail that was not sent yet. */
export interface MailQueueTable {
  id: string;
  kind: string;
  user_id: string;
  /** Recipient and content, encrypted with a key derived from the secret. */
  sealed: string;
  /** The number of failed attempts. */
  attempts: number;
  created_at: StoredDate;
  /** The time of the next attempt. During an attempt: when another process may take over. */
  due_at: StoredDate;
  /** When its content is no longer useful. */
  expires_at: StoredDate;
}

/** A single row: the state of the shared planning. Every change of the planning locks it until its commit. */
export interface PlanningStateTable {
  id: number;
  /** `null` while the planning is not shared. */
  shared_at: StoredDate | null;
  /** The hash of the publication, so that a retry of it is detected. */
  publication_hash: string | null;
  /** The response to it: a `PublicationReceipt` as JSON. */
  publication_receipt: string | null;
  /** The number of the latest change. */
  position: number;
  /** The number of the publication in progress, whose rows are still hidden; 0: none. */
  publishing: Generated<number>;
  /** The number of the latest publication. */
  last_publication: Generated<number>;
  /** When the publication in progress last wrote something. After a while without writes its process counts as dead. */
  publishing_at: StoredDate | null;
}

export interface PlanningGroupsTable {
  id: string;
  name: string;
  /** Groups are listed in this order. */
  place: number;
  /** A JSON array of role pairs; `null`: the default ones. */
  combinable_pairs: string | null;
  /** A deleted row can be restored for a while. */
  deleted_at: StoredDate | null;
  deleted_by: string | null;
  /** The number of the publication that brought it; `null`: it was made here. */
  publication: number | null;
}

export interface GroupMembersTable {
  group_id: string;
  user_id: string;
  joined_at: StoredDate;
}

export interface PlanningEventsTable extends EventRow {
  /** How often it was edited, deleted or restored: the `SEQUENCE` of a calendar entry (RFC 5545). */
  sequence: Generated<number>;
  /** When it was created, edited, deleted or restored last; `null`: published, or of an older version, and not since. */
  changed_at: StoredDate | null;
  /** When all were asked to answer again. Answers given earlier do not count. */
  asked_again_at: StoredDate | null;
  deleted_at: StoredDate | null;
  deleted_by: string | null;
  /** The number of the publication that brought it; `null`: it was made here. */
  publication: number | null;
}

/** One person's answer for one event. A withdrawn answer stays as a row, so that an older one cannot replace it. */
export interface AvailabilityTable {
  event_id: string;
  user_id: string;
  /** `null`: taken back. */
  status: "present" | "absent" | null;
  user_name: string;
  /** A JSON array: the person's services at the time of the answer. */
  positions: string;
  answered_at: StoredDate;
  /** A word of the person; `null`: none. */
  comment: string | null;
  /** The user who answered for the person; `null`: the person. */
  said_by: string | null;
  /** The position of the change that set the answer. Answers are listed in this order. */
  place: number;
  /** The order among answers set by one change: a publication sets many. */
  rank: number;
  /** The number of the publication that brought it; `null`: the person answered on this server. */
  publication: number | null;
}

/** Days on which a person is absent, both included. What follows for events is never stored. */
export interface AbsencesTable {
  id: string;
  user_id: string;
  from_date: string;
  to_date: string;
}

export interface PlanningChangesTable {
  /** 1, 2, 3…, in the order in which the changes were committed. */
  position: number;
  /** A `PlanningChangeRow` as JSON; `null`: many rows changed (a publication, a restoration), and clients reload. */
  change: string | null;
  /** The group of the change; `null`: all groups. */
  group_id: string | null;
  /** The person whose name `change` contains, so that it can be removed when they are deleted. */
  user_id: string | null;
  accepted_at: StoredDate;
}

/** The journal of admin actions: rows are only added, never changed or deleted. */
export interface AdminActsTable {
  /** 1, 2, 3…, in the order in which they were committed. */
  number: number;
  done_at: StoredDate;
  /** The acting user; `null`: the server's command line. */
  actor_id: string | null;
  /** The affected user. */
  person_id: string | null;
  /** An `AdminAct` as JSON. */
  act: string;
}

/** One row. Triggers replace the version at each change of sessions and users. */
export interface AccessVersionTable {
  id: number;
  version: string;
}

/** The migrations that were applied to this database. */
export interface SchemaVersionsTable {
  version: number;
  name: string;
  applied_at: StoredDate;
}

export interface Tables {
  schema_version: SchemaVersionsTable;
  users: UsersTable;
  session: SessionsTable;
  access_version: AccessVersionTable;
  account: AccountsTable;
  verification: VerificationsTable;
  rate_limit: RateLimitsTable;
  admin_invitation: AdminInvitationsTable;
  team_invitation: TeamInvitationsTable;
  person_invitation: PersonInvitationsTable;
  password_reset: PasswordResetsTable;
  calendar_feed: CalendarFeedsTable;
  mail_queue: MailQueueTable;
  planning_state: PlanningStateTable;
  planning_group: PlanningGroupsTable;
  group_member: GroupMembersTable;
  planning_event: PlanningEventsTable;
  availability: AvailabilityTable;
  absence: AbsencesTable;
  planning_change: PlanningChangesTable;
  admin_act: AdminActsTable;
}

export function readDate(stored: StoredDate): Date {
  return new Date(stored);
}

export function readBoolean(stored: StoredBoolean): boolean {
  return Boolean(stored);
}
