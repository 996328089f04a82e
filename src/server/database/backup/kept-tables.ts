import type { Tables } from "../schema.ts";

/** A table in a backup, and the columns that order its rows. */
interface KeptTable {
  readonly name: keyof Tables;
  readonly key: readonly string[];
}

/**
 * The tables in a backup, each one after those that it references. Left out are sessions, links, registered devices and
 * jobs, whose mails must not become valid again; what was told or about to be told, and orders in which people are asked, which
 * would ask on from an old state; the counts of tries and mails; and the change log, which the planning's rows do not
 * need. `schema_version` and `access_version` belong to each database alone.
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

/** Tables that a restoration empties and does not fill. */
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
