import type { Kysely } from "kysely";
import type { RegisterTables } from "./register-schema.ts";
import { IS_CLOSED, IS_OPEN, USABLE } from "./space-rows.ts";

const ROWS_AT_ONCE = 500;

/**
 * Finds the spaces in which a person has an account, for the front door's form « find my space ». The register stores
 * hashes of the addresses of each space's accounts.
 */
export function createAccountIndex(kysely: Kysely<RegisterTables>) {
  const usable = kysely.selectFrom("space").where("state", "in", USABLE).select("space.slug").orderBy("space.slug");
  return {
    /** Replaces the stored addresses of a space's accounts. Called when the space is closed. */
    async noteAccounts(slug: string, addressHashes: readonly string[]): Promise<void> {
      const current = new Set(addressHashes);
      const rows = await kysely.selectFrom("space_account").where("slug", "=", slug).select("address_hash").execute();
      const stored = new Set(rows.map(({ address_hash: hash }) => hash));
      // The usual case: no account was added or removed since the last closing.
      if (current.symmetricDifference(stored).size === 0) return;
      const accounts = Array.from(current, (hash) => ({ slug, address_hash: hash }));
      await kysely.transaction().execute(async (transaction) => {
        // Locks the space's row. Two servers that close the space at the same time would insert the same accounts.
        const lock = transaction.updateTable("space").where("slug", "=", slug).set({ slug });
        // The space's row was removed.
        if ((await lock.executeTakeFirstOrThrow()).numUpdatedRows === 0n) return;
        await transaction.deleteFrom("space_account").where("slug", "=", slug).execute();
        for (let start = 0; start < accounts.length; start += ROWS_AT_ONCE) {
          const batch = accounts.slice(start, start + ROWS_AT_ONCE);
          await transaction.insertInto("space_account").values(batch).execute();
        }
      });
    },
    /**
     * `closed`: the closed spaces in which this address has an account. `open`: all open spaces, with or without such an
     * account. Search their databases, because the register is not up to date for them.
     */
    async findOfAccount(addressHash: string): Promise<{ readonly closed: string[]; readonly open: string[] }> {
      const closed = await usable
        .innerJoin("space_account", "space_account.slug", "space.slug")
        .where(IS_CLOSED)
        .where("address_hash", "=", addressHash)
        .execute();
      const open = await usable.where(IS_OPEN).execute();
      return { closed: closed.map(({ slug }) => slug), open: open.map(({ slug }) => slug) };
    },
  };
}
