import type { Kysely } from "kysely";
import type { Database } from "../database/database.ts";
import type { Tables } from "../database/schema.ts";
import type { Settings } from "../env.ts";
import { Refusal } from "../errors.ts";
import { isAdminInvitation, takeAdminInvitation } from "./admin-invitations.ts";
import type { TeamInvitations } from "./team-invitations.ts";

/** By what right somebody registers. */
export type Admission =
  | { readonly by: "open-door" }
  | { readonly by: "team-link"; readonly token: string }
  | { readonly by: "admin-link"; readonly token: string };

/** Who may create an account. */
export interface Admissions {
  /** @throws Refusal `registration.closed` where a link is needed and there is none, right or wrong */
  readonly requireLink: (invitation: string | undefined) => void;
  /** @throws Refusal `invitation.invalid` */
  readonly of: (invitation: string | undefined) => Promise<Admission>;
  /** The same again within the transaction that writes the account, and a one-time link used up. */
  readonly use: (transaction: Kysely<Tables>, admission: Admission, email: string) => Promise<void>;
}

interface AdmissionDependencies {
  readonly settings: Pick<Settings, "registration">;
  readonly database: Database;
  readonly teamInvitations: TeamInvitations;
  readonly clock: () => Date;
}

export function createAdmissions({ settings, database, teamInvitations, clock }: AdmissionDependencies): Admissions {
  const { kysely } = database;
  return {
    requireLink(invitation) {
      if (settings.registration === "invite" && invitation === undefined) throw new Refusal("registration.closed");
    },
    async of(token) {
      if (token === undefined) return { by: "open-door" };
      if (await teamInvitations.isCurrent(kysely, token)) return { by: "team-link", token };
      if (await isAdminInvitation(kysely, token, clock())) return { by: "admin-link", token };
      throw new Refusal("invitation.invalid");
    },
    async use(transaction, admission, email) {
      switch (admission.by) {
        case "open-door":
          return;
        case "team-link":
          // Renewed while the password was hashed: the old link stops at once.
          if (!(await teamInvitations.isCurrent(transaction, admission.token))) throw new Refusal("invitation.invalid");
          return;
        case "admin-link":
          await takeAdminInvitation(transaction, email, admission.token, clock());
      }
    },
  };
}
