import { randomUUID } from "node:crypto";
import type { Context } from "hono";
import type { Logger } from "pino";
import type { PublicConfig } from "#contract/config.ts";
import type { AppEnv } from "../api/operation-route.ts";
import { readUser, USER_COLUMNS, type UserRecord } from "../api/user-record.ts";
import type { Database } from "../database/database.ts";
import type { Settings } from "../env.ts";
import type { PeerOwners } from "../peer/peer-owner.ts";

function newRow(email: string, now: Date) {
  return {
    id: randomUUID(),
    email,
    first_name: "Admin",
    last_name: "Diapason",
    name: "Admin Diapason",
    positions: JSON.stringify(["Sono"]),
    is_admin: true,
    is_built_in: true,
    created_at: now,
    updated_at: now,
    image: null,
  };
}

/**
 * The built-in admin account (specification §6). Its row has `is_built_in`, and no password. Nobody can register with its
 * address, even while the account is off: that person would have its rights once it is on.
 */
export function createDefaultAdmin(
  { kysely }: Database,
  { isOn, isChosen, email, password }: Settings["defaultAdmin"],
  clock: () => Date,
) {
  async function find(): Promise<UserRecord | null> {
    const row = await kysely
      .selectFrom("users")
      .select(USER_COLUMNS)
      .where("is_built_in", "=", true)
      .where("email", "=", email)
      .executeTakeFirst();
    return row === undefined ? null : readUser(row);
  }

  /** Creates the row, or updates the address of the existing one. Does nothing if a person has the address. */
  async function writeRow(): Promise<void> {
    await kysely
      .insertInto("users")
      .values(newRow(email, clock()))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await kysely
      .updateTable("users")
      .set({ email })
      .where("is_built_in", "=", true)
      .where((eb) =>
        eb.not(eb.exists(eb.selectFrom("users as others").select("others.id").where("others.email", "=", email))),
      )
      .execute();
  }

  /**
   * Whether the account may be used in this request: it is on, no proxy forwarded the request, and the connecting process
   * belongs to the user who runs this server. If the system does not report the owner, an operator must have chosen the
   * account by `DEFAULT_ADMIN=on` (`isChosen`).
   */
  async function isAllowed(context: Context<AppEnv>): Promise<boolean> {
    if (!isOn || context.get("isForwarded")) return false;
    // Detects a proxy that adds no header: nginx, HAProxy and sshd forwarders run as other users.
    const owner = await context.get("peerOwner")();
    return owner === "same-user" || (owner === "unknown" && isChosen);
  }

  return {
    isAllowed,
    /** The credentials to show on the sign-in page; `null` where the account may not be used. */
    async credentialsFor(context: Context<AppEnv>): Promise<PublicConfig["defaultAdmin"]> {
      return (await isAllowed(context)) ? { email, password } : null;
    },
    isReserved: (candidate: string): boolean => candidate === email,
    /** Whether this user has an admin's rights: the built-in admin has none while it is off. */
    hasRights: ({ isAdmin, isBuiltIn }: UserRecord): boolean => isAdmin && (isOn || !isBuiltIn),
    /** The account's record, created if missing; `null` if a person registered the address before it was reserved. */
    async findOrCreate(): Promise<UserRecord | null> {
      const known = await find();
      if (known !== null) return known;
      await writeRow();
      return find();
    },
    /** Ends the account's sessions if it is off. */
    async enforce(): Promise<void> {
      if (isOn) return;
      await kysely
        .deleteFrom("session")
        .where("user_id", "in", (eb) => eb.selectFrom("users").select("users.id").where("is_built_in", "=", true))
        .execute();
    },
  };
}

export type DefaultAdmin = ReturnType<typeof createDefaultAdmin>;

interface Announcement {
  readonly peers: PeerOwners;
  readonly logger: Logger;
  readonly adminCommand: string;
}

/** Logs at the start that the built-in admin is on, and warns if nobody can use it on this system. */
export async function announceDefaultAdmin(
  { isOn, isChosen, email }: Settings["defaultAdmin"],
  { peers, logger, adminCommand }: Announcement,
): Promise<void> {
  if (!isOn) return;
  logger.warn({ email }, "the built-in default admin is on");
  if (isChosen || (await peers.isSupported())) return;
  logger.warn(
    "this system does not say who connects, so nobody is let in as the built-in default admin: " +
      `make an admin by ${adminCommand}, or set DEFAULT_ADMIN=on`,
  );
}
