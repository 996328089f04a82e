import { randomUUID } from "node:crypto";
import type { Context } from "hono";
import type { PublicConfig } from "#contract/config.ts";
import type { Database } from "../database/database.ts";
import type { DefaultAdminSettings } from "../env.ts";
import type { AppEnv } from "./request-context.ts";
import { readUser, USER_COLUMNS, type UserRecord } from "./user-record.ts";

/**
 * The built-in admin account (specification §6). Its row is marked, has no password, and belongs to nobody's e-mail:
 * the setting's address cannot be registered, on or off, so that nobody gets in by it later.
 */
export interface DefaultAdmin {
  /** What signs it in, for whoever may know: nobody when it is off, nor through a proxy. */
  readonly credentialsFor: (context: Context<AppEnv>) => PublicConfig["defaultAdmin"];
  readonly isReserved: (email: string) => boolean;
  /** Whether it may act in this request: it is on, and no proxy passed the request on. */
  readonly isAllowed: (context: Context<AppEnv>) => boolean;
  /** Whether this record has an admin's rights at all: the built-in one has none while it is off. */
  readonly hasRights: (user: UserRecord) => boolean;
  /** Its record, created when missing; `null` when a person registered that address before it became the setting's. */
  readonly findOrCreate: () => Promise<UserRecord | null>;
  /** Ends its sessions when it is off. */
  readonly enforce: () => Promise<void>;
}

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

export function createDefaultAdmin(
  { kysely }: Database,
  { isOn, email, password }: DefaultAdminSettings,
  clock: () => Date,
): DefaultAdmin {
  async function find(): Promise<UserRecord | null> {
    const row = await kysely
      .selectFrom("users")
      .select(USER_COLUMNS)
      .where("is_built_in", "=", true)
      .where("email", "=", email)
      .executeTakeFirst();
    return row === undefined ? null : readUser(row);
  }

  /** Creates the row, or moves the one of an earlier address; does neither where a person has the address. */
  async function settle(): Promise<void> {
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

  function isAllowed(context: Context<AppEnv>): boolean {
    return isOn && !context.get("isForwarded");
  }

  return {
    credentialsFor: (context) => (isAllowed(context) ? { email, password } : null),
    isReserved: (candidate) => candidate === email,
    isAllowed,
    hasRights: ({ isAdmin, isBuiltIn }) => isAdmin && (isOn || !isBuiltIn),
    async findOrCreate() {
      const known = await find();
      if (known !== null) return known;
      await settle();
      return find();
    },
    async enforce() {
      if (isOn) return;
      await kysely
        .deleteFrom("session")
        .where("user_id", "in", (eb) => eb.selectFrom("users").select("users.id").where("is_built_in", "=", true))
        .execute();
    },
  };
}
