import type { Tables } from "../schema.ts";

/** A table in a backup, and the columns that order its rows. */
interface KeptTable {
  readonly name: keyof Tables;
  readonly key: readonly string[];
}

/**
 * The tables in a backup, each after the tables that it references. Left out are:
 * - sessions, links, registered devices and mails, which must not become valid again;
 * - pending news, messages and orders in which people are asked, which would continue from an old state;
 * - the counts of tries and of mails, and the change log, which the planning does not need;
 * - `schema_version` and `access_version`, which each database has for itself.
 */
export const KEPT_TABLES: readonly KeptTable[] = [
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

/** Tables that a restoration empties. */
export const PASSING_TABLES: readonly (keyof Tables)[] = [
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
