import * as z from "zod/mini";
import { shortText } from "../limits.ts";
import { Done, type Operation } from "../operation.ts";
import { API } from "../paths.ts";

const INVITATION_MAX = 200;

export const Invitation = shortText(INVITATION_MAX);

/** The check that /register makes before showing its form. */
const InvitationCheck = z.object({ invitation: Invitation });

/** The link to /register. */
export const TeamInvitation = z.object({
  /** With `open` the link is the plain address, which cannot be renewed. */
  registration: z.enum(["open", "invite"]),
  link: z.string(),
  /** ISO 8601: when it was made; `null` for the plain address. */
  since: z.nullable(z.string()),
});

export type TeamInvitation = z.infer<typeof TeamInvitation>;

export const INVITATION_OPERATIONS = {
  checkInvitation: {
    method: "POST",
    path: API.invitationCheck,
    access: "anyone",
    summary: "Whether an invitation link can still be used",
    request: InvitationCheck,
    status: 200,
    response: Done,
    errors: ["invitation.invalid"],
  },
  readTeamInvitation: {
    method: "GET",
    path: API.invitation,
    access: "team.invite",
    summary: "The link by which people create an account",
    status: 200,
    response: TeamInvitation,
    errors: [],
  },
  renewTeamInvitation: {
    method: "POST",
    path: API.invitation,
    access: "team.invite",
    summary: "Make another invitation link; the one before ends at once",
    status: 201,
    response: TeamInvitation,
    errors: ["invitation.not_needed"],
  },
} as const satisfies Readonly<Record<string, Operation>>;
