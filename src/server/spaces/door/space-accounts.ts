import { createHmac, hkdfSync } from "node:crypto";
import { hasAccount } from "../../auth/passwords/read-password.ts";
import type { Queryable } from "../../database/database.ts";
import type { Register } from "../../database/register/register.ts";
import type { Lodging } from "../lodging.ts";

const KEY_BYTES = 32;

/** @param secret that of the installation */
function createHash(secret: string): (email: string) => string {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "addresses of spaces", KEY_BYTES));
  return (email) => createHmac("sha256", key).update(email).digest("base64url");
}

/** Tells the register which addresses have an account in a space. Call it before the space is noted as closed. */
export async function noteAccounts(
  register: Pick<Register, "noteAccounts">,
  {
    slug,
    secret,
    database: { kysely },
  }: { readonly slug: string; readonly secret: string; readonly database: Queryable },
): Promise<void> {
  const rows = await kysely.selectFrom("users").select("email").where(hasAccount).execute();
  const hash = createHash(secret);
  await register.noteAccounts(
    slug,
    rows.flatMap(({ email }) => (email === null ? [] : [hash(email)])),
  );
}

async function hasAccountWith({ kysely }: Queryable, email: string): Promise<boolean> {
  const account = kysely.selectFrom("users").select("id").where("email", "=", email).where(hasAccount);
  return (await account.executeTakeFirst()) !== undefined;
}

interface AccountSearch {
  readonly register: Pick<Register, "findOfAccount">;
  readonly lodging: Pick<Lodging, "enter">;
  readonly secret: string;
}

/**
 * The slugs of the spaces in which an address has an account. Of closed spaces the register knows since they were
 * closed, so none is opened for this; those that are open are asked themselves.
 */
export function createAccountSearch({ register, lodging, secret }: AccountSearch) {
  const hash = createHash(secret);

  async function isIn(slug: string, email: string): Promise<boolean> {
    // Where it cannot be opened now, the whole search is done again later.
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
