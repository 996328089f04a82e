import { createHmac, hkdfSync } from "node:crypto";
import type { Queryable } from "../../database/database.ts";
import type { Register } from "../../database/register/register.ts";
import type { Lodging } from "../lodging.ts";
import { hasAccountWith, listAddresses } from "./read-accounts.ts";

const KEY_BYTES = 32;

/** Returns a function that hashes addresses. @param secret the installation's secret */
function createHash(secret: string): (email: string) => string {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "addresses of spaces", KEY_BYTES));
  return (email) => createHmac("sha256", key).update(email).digest("base64url");
}

/** Writes the addresses of a space's accounts into the register. Call it before the space is noted as closed. */
export async function noteAccounts(
  register: Pick<Register, "noteAccounts">,
  { slug, secret, database }: { readonly slug: string; readonly secret: string; readonly database: Queryable },
): Promise<void> {
  const hash = createHash(secret);
  await register.noteAccounts(slug, (await listAddresses(database)).map(hash));
}

interface AccountSearch {
  readonly register: Pick<Register, "findOfAccount" | "storage">;
  readonly lodging: Pick<Lodging, "enter">;
  readonly secret: string;
}

/**
 * Returns a function that finds the slugs of the spaces in which an address has an account. For closed spaces it asks the
 * register, so that none is opened for this; for open spaces their databases.
 */
export function createAccountSearch({ register, lodging, secret }: AccountSearch) {
  const hash = createHash(secret);

  async function isIn(slug: string, email: string): Promise<boolean> {
    const reached = register.storage.reach(slug);
    if (reached !== null) return hasAccountWith(reached, email);
    // If the space cannot be opened now, the error makes the job search again later.
    const visit = await lodging.enter(slug, "clock");
    if (typeof visit === "string") return false;
    try {
      return await hasAccountWith(visit.planning.database, email);
    } finally {
      visit.leave();
    }
  }

  return async (email: string): Promise<string[]> => {
    const { closed, open } = await register.findOfAccount(hash(email));
    const found = [...closed];
    for (const slug of open) if (await isIn(slug, email)) found.push(slug);
    return found.toSorted();
  };
}
