import type { Tables } from "../schema.ts";

/** A table in a backup, and the columns that order its rows. */
interface BackupTable {
  readonly name: keyof Tables;
  readonly key: readonly string[];
}

/**
 * The tables in a backup, each after the tables that its foreign keys reference. Not in a backup are:
 * - sessions, links, registered devices and mails: they must not become valid again;
 * - pending notifications and orders in which people are asked: they would continue from an old state;
 * - rate limits, numbers of mails, and the change log: a restored planning does not need them;
 * - `schema_version` and `access_version`: they belong to one database.
 */
export const BACKUP_TABLES: readonly BackupTable[] = [
  { name: "users", key: ["id"] },
  { name: "former_person", key: ["former_id"] },
  { name: "account", key: ["id"] },
  { name: "passkey", key: ["id"] },
  { name: "service", key: ["id"] },
  { name: "planning_state", key: ["id"] },
  { name: "planning_group", key: ["id"] },
  { name: "group_member", key: ["group_id", "user_id"] },
  { name: "guardian", key: ["entrusted_id", "guardian_id"] },
  { name: "planning_event", key: ["id"] },
  { name: "availability", key: ["event_id", "user_id"] },
  { name: "absence", key: ["id"] },
  { name: "notification_wish", key: ["user_id", "topic"] },
  { name: "event_request", key: ["event_id", "user_id"] },
  { name: "told_place", key: ["event_id", "user_id"] },
  { name: "admin_act", key: ["number"] },
];

/** The tables that are not in a backup. A restoration empties them. */
export const TRANSIENT_TABLES: readonly (keyof Tables)[] = [
  "session",
  "verification",
  "rate_limit",
  "admin_invitation",
  "password_reset",
  "address_confirmation",
  "address_change",
  "used_challenge",
  "team_invitation",
  "person_invitation",
  "calendar_feed",
  "push_subscription",
  "job",
  "mail_tally",
  "event_news",
  "message",
  "asking_order",
  "planning_change",
];
