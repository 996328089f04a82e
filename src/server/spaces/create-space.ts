import { randomBytes } from "node:crypto";
import { newAdminToken } from "../auth/invitations/admin-invitations.ts";
import type { Register } from "../database/register/register.ts";

const SECRET_VALUE_BYTES = 32;

export function newSecretValue(): string {
  return randomBytes(SECRET_VALUE_BYTES).toString("base64url");
}

/**
 * Creates a space by one row of the register: from then on it is there, and its first opening makes the rest. So nothing
 * is half made, wherever this process is killed. Returns the token of its first admin's link; `null` where the slug is
 * taken.
 */
export async function createSpace(
  register: Pick<Register, "add">,
  { slug, name, email }: { readonly slug: string; readonly name: string; readonly email: string },
  now: Date,
): Promise<string | null> {
  const { token, tokenHash } = newAdminToken();
  const firstAdmin = { email, tokenHash };
  const space = { slug, name, state: "new", secretValue: newSecretValue(), firstAdmin } as const;
  return (await register.add(space, "created", now)) ? token : null;
}
