import type { Tables } from "../schema.ts";

/** A table in a backup, and the columns that order its rows. */
interface KeptTable {
  readonly name: keyof Tables;
  readonly key: readonly string[];
}

/**
 * The tables in a backup, each one after those that it references. Left out are sessions, links and mails with
 * links, which must not become valid again; also the counts of tries, and the change log, which the planning's
 * rows do not need. `schema_version` and `access_version` belong to each database alone.
 */
export const KEPT_TABLES: readonly KeptTable[] = [
  { name: "users", key: ["id"] },
  { name: "account", key: ["id"] },
  { name: "planning_state", key: ["id"] },
  { name: "planning_group", key: ["id"] },
  { name: "group_member", key: ["group_id", "user_id"] },
  { name: "planning_event", key: ["id"] },
  { name: "availability", key: ["event_id", "user_id"] },
  { name: "absence", key: ["id"] },
  { name: "admin_act", key: ["number"] },
];

/** Tables that a restoration empties and does not fill. */
export const PASSING_TABLES: readonly (keyof Tables)[] = [
  "session",
  "verification",
  "rate_limit",
  "admin_invitation",
  "password_reset",
  "team_invitation",
  "person_invitation",
  "calendar_feed",
  "mail_queue",
  "planning_change",
];
