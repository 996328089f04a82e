import { createHmac, hkdfSync } from "node:crypto";
import { FRONT_DOOR } from "#contract/front-door.ts";
import { findAdminInvitation, mailedAdminToken } from "../../auth/invitations/admin-invitations.ts";
import { createLinkTokens } from "../../auth/links/link-tokens.ts";
import { hashOf, invitationLink } from "../../auth/links/tokens.ts";
import type { Register } from "../../database/register/register.ts";
import type { Space } from "../../database/register/space-rows.ts";
import { addSpace } from "../create-space.ts";
import type { SpacePool } from "../space-pool.ts";
import { spaceOrigin } from "../space-address.ts";

/** The space that a visitor of the front door requested. */
export interface RequestedSpace {
  readonly name: string;
  readonly slug: string;
  readonly email: string;
}

/**
 * Why a link creates no space. `taken`: another space has the slug; `full`: the database cannot hold more spaces;
 * `invalid`: the link is wrong, expired or used up.
 */
export type RefusedLink =
  { readonly state: "taken" | "full"; readonly requested: RequestedSpace } | { readonly state: "invalid" };

/** `ready`: the space, or its first account, can be created. */
type CheckedLink = { readonly state: "ready"; readonly requested: RequestedSpace } | RefusedLink;

interface CreationLinksDependencies {
  readonly register: Register;
  readonly spacePool: Pick<SpacePool, "acquire">;
  readonly baseUrl: string;
  readonly secret: string;
  readonly clock: () => Date;
}

const LIFETIME_MS = 24 * 60 * 60_000;
const KEY_BYTES = 32;

/** Mailed links with which a team creates its space. Nothing is stored before they are used: a token contains the form. */
export type CreationLinks = ReturnType<typeof createCreationLinks>;

export function createCreationLinks(dependencies: CreationLinksDependencies) {
  const { register, spacePool, baseUrl, secret, clock } = dependencies;
  const tokens = createLinkTokens(secret);
  const key = Buffer.from(hkdfSync("sha256", secret, "", "first admin of a space", KEY_BYTES));

  /** The token of the first admin's invitation. Derived from the link's token: a second click leads to the same form. */
  function adminTokenOf(token: string) {
    return mailedAdminToken(createHmac("sha256", key).update(token).digest("base64url"));
  }

  function read(token: string): RequestedSpace | null {
    const [name, slug, email, expiresAt] = tokens.read("space", token) ?? [];
    if (name === undefined || slug === undefined || email === undefined) return null;
    return clock().getTime() < Number(expiresAt) ? { name, slug, email } : null;
  }

  /** Whether the first admin of the created space has not registered yet. */
  async function isAdminMissing({ slug, state, firstAdmin }: Space, token: string): Promise<boolean> {
    // The register names the first admin until the space is opened. Then the invitation is in the space's database.
    if (firstAdmin !== null) return state === "new";
    const lease = await spacePool.acquire(slug, "person");
    if (typeof lease === "string") return false;
    try {
      const { kysely } = lease.planning.database;
      return (await findAdminInvitation(kysely, adminTokenOf(token).token, clock())) !== null;
    } finally {
      lease.release();
    }
  }

  async function check(token: string): Promise<CheckedLink> {
    const requested = read(token);
    if (requested === null) return { state: "invalid" };
    const space = await register.find(requested.slug);
    if (space === null) return { state: "ready", requested };
    if (space.linkHash !== hashOf(token)) return { state: "taken", requested };
    return (await isAdminMissing(space, token)) ? { state: "ready", requested } : { state: "invalid" };
  }

  return {
    make(requested: RequestedSpace): { readonly url: string; readonly expiresAt: Date } {
      const expiresAt = new Date(clock().getTime() + LIFETIME_MS);
      const parts = [requested.name, requested.slug, requested.email, String(expiresAt.getTime())];
      return { url: `${baseUrl}${FRONT_DOOR.link}?token=${tokens.sign("space", parts)}`, expiresAt };
    },
    check,
    /** Creates the space if it does not exist yet. `url`: the address at which its first admin registers. */
    async createSpace(token: string): Promise<RefusedLink | { readonly state: "made"; readonly url: string }> {
      const requested = read(token);
      if (requested === null) return { state: "invalid" };
      const { token: invitation, tokenHash } = adminTokenOf(token);
      const { slug, name, email } = requested;
      const space = { slug, name, firstAdmin: { email, tokenHash }, linkHash: hashOf(token) };
      const added = await addSpace(register, space, clock());
      if (added === "full") return { state: "full", requested };
      // If the slug exists, this link may have created the space at an earlier click.
      const link = added === "added" ? ({ state: "ready", requested } as const) : await check(token);
      if (link.state !== "ready") return link;
      return { state: "made", url: invitationLink(spaceOrigin(baseUrl, slug), invitation) };
    },
  };
}
