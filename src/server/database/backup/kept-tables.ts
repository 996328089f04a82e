import type { Tables } from "../schema.ts";

/** A table that a backup keeps, and the columns that give its rows one order. */
interface KeptTable {
  readonly name: keyof Tables;
  readonly key: readonly string[];
}

/**
 * What a backup keeps, each table after those that it points at. Not kept is what lets somebody in for a while (sessions,
 * links, the mails that carry them), which must not come back to life; nor counts of tries, nor the change log, which is
 * only the way to today's planning.
 */
export const KEPT_TABLES: readonly KeptTable[] = [
  { name: "users", key: ["id"] },
  { name: "account", key: ["id"] },
  { name: "planning_state", key: ["id"] },
  { name: "planning_group", key: ["id"] },
  { name: "group_member", key: ["group_id", "user_id"] },
  { name: "planning_event", key: ["id"] },
  { name: "availability", key: ["event_id", "user_id"] },
  { name: "admin_act", key: ["number"] },
];

/** What is emptied by a restoration and not filled again. */
export const PASSING_TABLES: readonly (keyof Tables)[] = [
  "session",
  "verification",
  "rate_limit",
  "admin_invitation",
  "password_reset",
  "team_invitation",
  "mail_queue",
  "planning_change",
];
