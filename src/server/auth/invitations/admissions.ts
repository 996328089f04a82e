import type { Hono } from "hono";
import type { Kysely } from "kysely";
import type { InvitedPerson } from "#contract/accounts/invitations.ts";
import { OPERATIONS } from "#contract/operations.ts";
import { addRoute, type AppEnv } from "../../api/operation-route.ts";
import type { Tables } from "../../database/schema.ts";
import { Refusal } from "../../errors.ts";
import type { AuthParts } from "../auth-parts.ts";
import { findAdminInvitation, takeAdminInvitation } from "./admin-invitations.ts";
import { findInvited, takePersonalInvitation } from "./personal-invitations.ts";
import type { TeamInvitations } from "./team-invitations.ts";

export type Admission =
  | { readonly by: "open-door" }
  | { readonly by: "team-link"; readonly token: string }
  | { readonly by: "admin-link"; readonly token: string; readonly email: string }
  /** The account takes the row of this person. */
  | {
      readonly by: "personal-link";
      readonly token: string;
      readonly userId: string;
      readonly person: InvitedPerson;
      readonly mailedTo: string | null;
    };

export interface Admissions {
  /** @throws Refusal `registration.closed` when a link is required and none was given; its validity is not checked */
  readonly requireLink: (invitation: unknown) => void;
  readonly isValid: (invitation: string) => Promise<boolean>;
  /** What this link permits; without a link, open registration. @throws Refusal `invitation.invalid` */
  readonly of: (invitation: string | undefined) => Promise<Admission>;
  /** Checks again, within the transaction that writes the account, and consumes a one-time link. */
  readonly use: (transaction: Kysely<Tables>, admission: Admission, email: string) => Promise<void>;
}

export function createAdmissions(
  { settings, database, secret, clock }: Pick<AuthParts, "settings" | "database" | "secret" | "clock">,
  teamInvitations: TeamInvitations,
): Admissions {
  const { kysely } = database;

  async function linkOf(token: string): Promise<Admission | null> {
    if (await teamInvitations.isCurrent(kysely, token)) return { by: "team-link", token };
    const email = await findAdminInvitation(kysely, token, clock());
    if (email !== null) return { by: "admin-link", token, email };
    const invited = await findInvited(kysely, secret, token, clock());
    return invited && { by: "personal-link", token, ...invited };
  }

  return {
    isValid: async (token) => (await linkOf(token)) !== null,
    requireLink(invitation) {
      if (settings.registration === "invite" && invitation === undefined) throw new Refusal("registration.closed");
    },
    async of(token) {
      if (token === undefined) return { by: "open-door" };
      const admission = await linkOf(token);
      if (admission === null) throw new Refusal("invitation.invalid");
      return admission;
    },
    async use(transaction, admission, email) {
      switch (admission.by) {
        case "open-door":
          return;
        case "team-link":
          // The link may have been renewed while the password was hashed: the old one is void at once.
          if (!(await teamInvitations.isCurrent(transaction, admission.token))) throw new Refusal("invitation.invalid");
          return;
        case "admin-link":
          await takeAdminInvitation(transaction, email, admission.token, clock());
          return;
        case "personal-link":
          if (!(await takePersonalInvitation(transaction, admission.token, clock())))
            throw new Refusal("invitation.invalid");
      }
    },
  };
}

const DONE = { status: "done" } as const;
/** For an invited admin, only the address is known. */
const NAMELESS = { firstName: "", lastName: "", positions: [] } as const;

export function addInvitationRoutes(
  app: Hono<AppEnv>,
  sessions: AuthParts["sessions"],
  { teamInvitations, admissions }: { readonly teamInvitations: TeamInvitations; readonly admissions: Admissions },
): void {
  addRoute(app, OPERATIONS.checkInvitation, sessions, async ({ body }) => {
    const admission = await admissions.of(body.invitation);
    if (admission.by === "personal-link") return { ...DONE, person: admission.person };
    if (admission.by === "admin-link") return { ...DONE, person: { ...NAMELESS, email: admission.email } };
    return DONE;
  });
  addRoute(app, OPERATIONS.readTeamInvitation, sessions, () => teamInvitations.read());
  addRoute(app, OPERATIONS.renewTeamInvitation, sessions, ({ actor }) => teamInvitations.renew(actor.id));
}
