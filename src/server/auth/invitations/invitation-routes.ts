import type { Hono } from "hono";
import { OPERATIONS } from "#contract/operations.ts";
import type { Admissions } from "./admissions.ts";
import { addRoute } from "../../api/operation-route.ts";
import type { AppEnv } from "../../api/request-context.ts";
import type { Sessions } from "../sessions/sessions.ts";
import type { TeamInvitations } from "./team-invitations.ts";

interface InvitationDependencies {
  readonly sessions: Sessions;
  readonly teamInvitations: TeamInvitations;
  readonly admissions: Admissions;
}

const DONE = { status: "done" } as const;

/** Routes for admins to read and renew the team's link, and for visitors to check a link. */
export function addInvitationRoutes(app: Hono<AppEnv>, dependencies: InvitationDependencies): void {
  const { sessions, teamInvitations, admissions } = dependencies;
  addRoute(app, OPERATIONS.checkInvitation, sessions, async ({ body }) => {
    const admission = await admissions.of(body.invitation);
    return admission.by === "personal-link" ? { ...DONE, person: admission.person } : DONE;
  });
  addRoute(app, OPERATIONS.readTeamInvitation, sessions, () => teamInvitations.read());
  addRoute(app, OPERATIONS.renewTeamInvitation, sessions, ({ actor }) => teamInvitations.renew(actor.id));
}
