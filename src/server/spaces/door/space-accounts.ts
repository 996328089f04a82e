import { createHmac, hkdfSync } from "node:crypto";
import type { Queryable } from "../../database/database.ts";
import type { Register } from "../../database/register/register.ts";
import type { SpacePool } from "../space-pool.ts";
import { hasAccountWith, listAddresses } from "./read-accounts.ts";

const KEY_BYTES = 32;

/** Returns the keyed hash under which the register stores addresses. @param secret the installation's secret */
function createAddressHash(secret: string): (email: string) => string {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "addresses of spaces", KEY_BYTES));
  return (email) => createHmac("sha256", key).update(email).digest("base64url");
}

/** Writes the (hashed) addresses of a space's accounts into the register. Call it before the space counts as closed. */
export async function noteAccounts(
  register: Pick<Register, "noteAccounts">,
  { slug, secret, database }: { readonly slug: string; readonly secret: string; readonly database: Queryable },
): Promise<void> {
  const hash = createAddressHash(secret);
  await register.noteAccounts(slug, (await listAddresses(database)).map(hash));
}

interface AccountSearch {
  readonly register: Pick<Register, "findOfAccount" | "storage">;
  readonly spacePool: Pick<SpacePool, "acquire">;
  readonly secret: string;
}

/**
 * Returns a function that finds the spaces (slugs) in which an address has an account. For closed spaces it searches the
 * register, so that none has to be opened. For open spaces it searches their databases, as the register may be outdated.
 */
export function createAccountSearch({ register, spacePool, secret }: AccountSearch) {
  const hash = createAddressHash(secret);

  async function isAccountIn(slug: string, email: string): Promise<boolean> {
    const database = register.storage.reach(slug);
    if (database !== null) return hasAccountWith(database, email);
    // If the space cannot be opened now, the error makes the job retry later.
    const lease = await spacePool.acquire(slug, "background");
    if (typeof lease === "string") return false;
    try {
      return await hasAccountWith(lease.planning.database, email);
    } finally {
      lease.release();
    }
  }

  return async (email: string): Promise<string[]> => {
    const { closed, open } = await register.findOfAccount(hash(email));
    const found = [...closed];
    for (const slug of open) if (await isAccountIn(slug, email)) found.push(slug);
    return found.toSorted();
  };
}
