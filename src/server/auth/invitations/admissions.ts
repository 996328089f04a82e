import type { Hono } from "hono";
import type { Kysely } from "kysely";
import { OPERATIONS } from "#contract/operations.ts";
import { addRoute, type AppEnv, DONE } from "../../api/operation-route.ts";
import type { Tables } from "../../database/schema.ts";
import { Refusal } from "../../errors.ts";
import type { AuthParts } from "../auth-parts.ts";
import { consumeAdminInvitation, findAdminInvitation } from "./admin-invitations.ts";
import { consumeInvitation, findInvited, type FoundInvitation } from "./personal-invitations.ts";
import { createTeamInvitations } from "./team-invitations.ts";

/** By what right a person registers: open registration, or one of the three kinds of links. */
export type Admission =
  | { readonly by: "open-registration" }
  | { readonly by: "team-link"; readonly token: string }
  | { readonly by: "admin-link"; readonly token: string; readonly email: string }
  /** For a person whom an admin added: the account gets their existing row. */
  | ({ readonly by: "personal-link"; readonly token: string } & FoundInvitation);

/** Checks the link with which a person registers. */
export function createAdmissions(parts: AuthParts) {
  const { settings, database, secret, clock } = parts;
  const { kysely } = database;
  const teamInvitations = createTeamInvitations(parts);

  /** Finds out what kind of link this is; `null`: an invalid one. */
  async function find(token: string): Promise<Admission | null> {
    if (await teamInvitations.isCurrent(kysely, token)) return { by: "team-link", token };
    const email = await findAdminInvitation(kysely, token, clock());
    if (email !== null) return { by: "admin-link", token, email };
    const invited = await findInvited(kysely, secret, token, clock());
    return invited && { by: "personal-link", token, ...invited };
  }

  return {
    teamInvitations,
    find,
    /** As `find`; no link: open registration. @throws Refusal `registration.closed`, `invitation.invalid` */
    async check(token: string | undefined): Promise<Admission> {
      if (token === undefined && settings.registration === "invite") throw new Refusal("registration.closed");
      const admission = token === undefined ? ({ by: "open-registration" } as const) : await find(token);
      if (admission === null) throw new Refusal("invitation.invalid");
      return admission;
    },
    /** Checks the link again, within the transaction that writes the account, and consumes a one-time link. */
    async consume(transaction: Kysely<Tables>, admission: Admission, email: string): Promise<void> {
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
          await consumeInvitation(transaction, admission.token, clock());
      }
    },
  };
}

export type Admissions = ReturnType<typeof createAdmissions>;

/** For an invited admin, only the address is known. */
const NAMELESS = { firstName: "", lastName: "", positions: [] } as const;

export function addInvitationRoutes(app: Hono<AppEnv>, { sessions }: AuthParts, admissions: Admissions): void {
  const { teamInvitations } = admissions;
  addRoute(app, OPERATIONS.checkInvitation, sessions, async ({ body }) => {
    const admission = await admissions.check(body.invitation);
    if (admission.by === "personal-link") return { ...DONE, person: admission.person };
    if (admission.by === "admin-link") return { ...DONE, person: { ...NAMELESS, email: admission.email } };
    return DONE;
  });
  addRoute(app, OPERATIONS.readTeamInvitation, sessions, () => teamInvitations.read());
  addRoute(app, OPERATIONS.renewTeamInvitation, sessions, ({ actor }) => teamInvitations.renew(actor.id));
}
