import { randomBytes } from "node:crypto";
import { noMoreSpaces, slugTaken } from "#text/commands/command-output.ts";
import { newToken } from "../auth/links/tokens.ts";
import type { Added, Register } from "../database/register/register.ts";
import type { FirstAdmin } from "../database/register/space-rows.ts";
import { StartError } from "../errors.ts";

const SECRET_VALUE_BYTES = 32;

/** The random value from which a space's secret is derived. */
export function newSecretValue(): string {
  return randomBytes(SECRET_VALUE_BYTES).toString("base64url");
}

interface NewSpace {
  readonly slug: string;
  readonly name: string;
  readonly firstAdmin: FirstAdmin;
  /** The hash of the mailed link that creates the space; left out: an operator creates it. */
  readonly linkHash?: string;
}

/**
 * Creates a space by adding one row to the register. Its database is created when the space is first opened, so a killed
 * process leaves no incomplete space.
 */
export function addSpace(register: Pick<Register, "add">, space: NewSpace, now: Date): Promise<Added> {
  return register.add({ ...space, state: "new", secretValue: newSecretValue() }, "created", now);
}

/**
 * Creates a space for an operator's command. Returns the token of the first admin's link.
 * @throws StartError when the slug is taken, or the database cannot hold more spaces
 */
export async function createSpace(
  register: Pick<Register, "add" | "storage">,
  { slug, name, email }: { readonly slug: string; readonly name: string; readonly email: string },
  now: Date,
): Promise<string> {
  const { token, tokenHash } = newToken();
  const added = await addSpace(register, { slug, name, firstAdmin: { email, tokenHash } }, now);
  if (added === "full") throw new StartError(noMoreSpaces(register.storage.mostSpaces));
  if (added === "taken") throw new StartError(slugTaken(slug));
  return token;
}
