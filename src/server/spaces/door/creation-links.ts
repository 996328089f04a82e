import { createHmac, hkdfSync } from "node:crypto";
import { FRONT_DOOR } from "#contract/front-door.ts";
import { findAdminInvitation, mailedAdminToken } from "../../auth/invitations/admin-invitations.ts";
import { createLinkTokens } from "../../auth/links/link-tokens.ts";
import { hashOf, invitationLink } from "../../auth/links/tokens.ts";
import type { Register } from "../../database/register/register.ts";
import type { Space } from "../../database/register/space-rows.ts";
import { addSpace } from "../create-space.ts";
import type { Lodging } from "../lodging.ts";
import { spaceOrigin } from "../space-address.ts";

/** The space that a visitor of the front door requested. */
export interface AskedSpace {
  readonly name: string;
  readonly slug: string;
  readonly email: string;
}

/** The state of a link. `ready`: the space or its first account can be created. `full`: no more spaces fit. */
type LinkState =
  { readonly state: "ready" | "taken" | "full"; readonly asked: AskedSpace } | { readonly state: "void" };

/** Mailed links that create a space. Nothing is stored for them: their token contains the request. */
export interface CreationLinks {
  readonly make: (asked: AskedSpace) => { readonly url: string; readonly expiresAt: Date };
  readonly look: (token: string) => Promise<LinkState>;
  /** Creates the space if it does not exist yet. Returns the address at which its first admin registers. */
  readonly follow: (token: string) => Promise<LinkState | { readonly state: "made"; readonly url: string }>;
}

interface CreationLinksDependencies {
  readonly register: Register;
  readonly lodging: Pick<Lodging, "enter">;
  readonly baseUrl: string;
  readonly secret: string;
  readonly clock: () => Date;
}

const LIFETIME_MS = 24 * 60 * 60_000;
const KEY_BYTES = 32;

export function createCreationLinks(dependencies: CreationLinksDependencies): CreationLinks {
  const { register, lodging, baseUrl, secret, clock } = dependencies;
  const tokens = createLinkTokens(secret);
  const key = Buffer.from(hkdfSync("sha256", secret, "", "first admin of a space", KEY_BYTES));

  /** Derived from the link's token, so that opening the link again leads to the same form. */
  function adminTokenOf(token: string) {
    return mailedAdminToken(createHmac("sha256", key).update(token).digest("base64url"));
  }

  function read(token: string): AskedSpace | null {
    const [name, slug, email, expiresAt] = tokens.read("space", token) ?? [];
    if (name === undefined || slug === undefined || email === undefined) return null;
    return clock().getTime() < Number(expiresAt) ? { name, slug, email } : null;
  }

  async function isAccountMissing({ slug, state, firstAdmin }: Space, token: string): Promise<boolean> {
    if (firstAdmin !== null) return state === "new";
    const visit = await lodging.enter(slug, "person");
    if (typeof visit === "string") return false;
    try {
      const { kysely } = visit.planning.database;
      return (await findAdminInvitation(kysely, adminTokenOf(token).token, clock())) !== null;
    } finally {
      visit.leave();
    }
  }

  async function look(token: string): Promise<LinkState> {
    const asked = read(token);
    if (asked === null) return { state: "void" };
    const space = await register.find(asked.slug);
    if (space === null) return { state: "ready", asked };
    if (space.linkHash !== hashOf(token)) return { state: "taken", asked };
    return (await isAccountMissing(space, token)) ? { state: "ready", asked } : { state: "void" };
  }

  return {
    make(asked) {
      const expiresAt = new Date(clock().getTime() + LIFETIME_MS);
      const parts = [asked.name, asked.slug, asked.email, String(expiresAt.getTime())];
      return { url: `${baseUrl}${FRONT_DOOR.link}?token=${tokens.sign("space", parts)}`, expiresAt };
    },
    look,
    async follow(token) {
      const asked = read(token);
      if (asked === null) return { state: "void" };
      const { token: invitation, tokenHash } = adminTokenOf(token);
      const { slug, name, email } = asked;
      const team = { slug, name, firstAdmin: { email, tokenHash }, linkHash: hashOf(token) };
      const added = await addSpace(register, team, clock());
      if (added === "full") return { state: "full", asked };
      const found = added === "added" ? ({ state: "ready", asked } as const) : await look(token);
      if (found.state !== "ready") return found;
      return { state: "made", url: invitationLink(spaceOrigin(baseUrl, slug), invitation) };
    },
  };
}
