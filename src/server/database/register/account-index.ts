import type { Kysely } from "kysely";
import type { RegisterTables } from "./register-schema.ts";
import { IS_CLOSED, IS_OPEN, USABLE } from "./space-rows.ts";

const ROWS_AT_ONCE = 500;

/** In which spaces an address has an account. */
export function createAccountIndex(kysely: Kysely<RegisterTables>) {
  const usable = kysely.selectFrom("space").where("state", "in", USABLE).select("space.slug").orderBy("space.slug");
  return {
    /** Replaces the stored addresses of a space's accounts. */
    async noteAccounts(slug: string, addressHashes: readonly string[]): Promise<void> {
      const wanted = new Set(addressHashes);
      const rows = await kysely.selectFrom("space_account").where("slug", "=", slug).select("address_hash").execute();
      const known = new Set(rows.map(({ address_hash: hash }) => hash));
      // The usual case: nothing has changed since the last opening.
      if (wanted.symmetricDifference(known).size === 0) return;
      const added = Array.from(wanted, (hash) => ({ slug, address_hash: hash }));
      await kysely.transaction().execute(async (transaction) => {
        // Another server that closes the space waits for this row: both would add the same accounts.
        const lock = transaction.updateTable("space").where("slug", "=", slug).set({ slug });
        // The space may have been forgotten.
        if ((await lock.executeTakeFirstOrThrow()).numUpdatedRows === 0n) return;
        await transaction.deleteFrom("space_account").where("slug", "=", slug).execute();
        for (let start = 0; start < added.length; start += ROWS_AT_ONCE) {
          const batch = added.slice(start, start + ROWS_AT_ONCE);
          await transaction.insertInto("space_account").values(batch).execute();
        }
      });
    },
    /**
     * The closed usable spaces in which this address has an account, and all open spaces, which have to be asked: the index
     * of an open space may be outdated.
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
