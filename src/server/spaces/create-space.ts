import { randomBytes } from "node:crypto";
import { newAdminToken } from "../auth/invitations/admin-invitations.ts";
import type { FirstAdmin, Register } from "../database/register/register.ts";

interface CreatedSpace {
  readonly slug: string;
  readonly name: string;
  readonly firstAdmin: FirstAdmin;
}

const SECRET_VALUE_BYTES = 32;

export function newSecretValue(): string {
  return randomBytes(SECRET_VALUE_BYTES).toString("base64url");
}

/**
 * Creates a space by one row of the register: from then on it is there, and its first opening makes the rest. So nothing
 * is half made, wherever this process is killed. Returns whether the slug was free.
 */
export function createSpace(
  register: Pick<Register, "add">,
  { slug, name, firstAdmin }: CreatedSpace,
  now: Date,
): Promise<boolean> {
  return register.add({ slug, name, state: "new", secretValue: newSecretValue(), firstAdmin }, "created", now);
}

/** The same with a new link for the admin. Returns its token; `null` where the slug is taken. */
export async function createSpaceWithLink(
  register: Pick<Register, "add">,
  { slug, name, email }: { readonly slug: string; readonly name: string; readonly email: string },
  now: Date,
): Promise<string | null> {
  const { token, tokenHash } = newAdminToken();
  return (await createSpace(register, { slug, name, firstAdmin: { email, tokenHash } }, now)) ? token : null;
}
