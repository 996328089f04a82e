import type { Hono } from "hono";
import type { Kysely } from "kysely";
import type { InvitedPerson } from "#contract/accounts/invitations.ts";
import { OPERATIONS } from "#contract/operations.ts";
import { addRoute, type AppEnv } from "../../api/operation-route.ts";
import type { Tables } from "../../database/schema.ts";
import { Refusal } from "../../errors.ts";
import type { AuthParts } from "../auth-parts.ts";
import { consumeAdminInvitation, findAdminInvitation } from "./admin-invitations.ts";
import { consumeInvitation, findInvited } from "./personal-invitations.ts";
import type { TeamInvitations } from "./team-invitations.ts";

/** By what right a person registers: open registration, or one of the three kinds of links. */
export type Admission =
  | { readonly by: "open-registration" }
  | { readonly by: "team-link"; readonly token: string }
  | { readonly by: "admin-link"; readonly token: string; readonly email: string }
  /** For a person whom an admin added: the account gets their existing row. */
  | {
      readonly by: "personal-link";
      readonly token: string;
      readonly userId: string;
      readonly person: InvitedPerson;
      /** The address to which the link was mailed; `null`: an admin passed it on. */
      readonly mailedTo: string | null;
    };

/** Checks the link with which a person registers. */
export interface Admissions {
  /** @throws Refusal `registration.closed` when a link is required and none was given. A given link is not checked. */
  readonly requireLink: (invitation: unknown) => void;
  readonly isValid: (invitation: string) => Promise<boolean>;
  /** Finds out what kind of link this is; no link: open registration. @throws Refusal `invitation.invalid` */
  readonly check: (invitation: string | undefined) => Promise<Admission>;
  /** Checks the link again, within the transaction that writes the account, and consumes a one-time link. */
  readonly consume: (transaction: Kysely<Tables>, admission: Admission, email: string) => Promise<void>;
}

export function createAdmissions(
  { settings, database, secret, clock }: Pick<AuthParts, "settings" | "database" | "secret" | "clock">,
  teamInvitations: TeamInvitations,
): Admissions {
  const { kysely } = database;

  async function findAdmission(token: string): Promise<Admission | null> {
    if (await teamInvitations.isCurrent(kysely, token)) return { by: "team-link", token };
    const email = await findAdminInvitation(kysely, token, clock());
    if (email !== null) return { by: "admin-link", token, email };
    const invited = await findInvited(kysely, secret, token, clock());
    return invited && { by: "personal-link", token, ...invited };
  }

  return {
    isValid: async (token) => (await findAdmission(token)) !== null,
    requireLink(invitation) {
      if (settings.registration === "invite" && invitation === undefined) throw new Refusal("registration.closed");
    },
    async check(token) {
      if (token === undefined) return { by: "open-registration" };
      const admission = await findAdmission(token);
      if (admission === null) throw new Refusal("invitation.invalid");
      return admission;
    },
    async consume(transaction, admission, email) {
      switch (admission.by) {
        case "open-registration":
          return;
        case "team-link":
          // An admin may have renewed the link while the password was hashed. The former link is then invalid.
          if (!(await teamInvitations.isCurrent(transaction, admission.token))) throw new Refusal("invitation.invalid");
          return;
        case "admin-link":
          await consumeAdminInvitation(transaction, email, admission.token, clock());
          return;
        case "personal-link":
          if (!(await consumeInvitation(transaction, admission.token, clock())))
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
    const admission = await admissions.check(body.invitation);
    if (admission.by === "personal-link") return { ...DONE, person: admission.person };
    if (admission.by === "admin-link") return { ...DONE, person: { ...NAMELESS, email: admission.email } };
    return DONE;
  });
  addRoute(app, OPERATIONS.readTeamInvitation, sessions, () => teamInvitations.read());
  addRoute(app, OPERATIONS.renewTeamInvitation, sessions, ({ actor }) => teamInvitations.renew(actor.id));
}
