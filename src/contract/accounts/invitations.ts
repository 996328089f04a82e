import * as z from "zod/mini";
import { shortText } from "../limits.ts";
import type { Operation } from "../operation.ts";
import { API } from "../paths.ts";

const INVITATION_MAX = 200;

export const Invitation = shortText(INVITATION_MAX);

/** The check that /register makes before showing its form. */
const InvitationCheck = z.object({ invitation: Invitation });

/** The link is valid. `person`: the values with which the form is filled in; left out for the link of the whole team. */
export const CheckedInvitation = z.object({
  status: z.literal("done"),
  person: z.optional(
    z.object({
      firstName: z.string(),
      lastName: z.string(),
      email: z.optional(z.string()),
      positions: z.array(z.string()),
    }),
  ),
});

/** The link to /register. */
export const TeamInvitation = z.object({
  /** `open`: the link is the address of the page itself, which cannot be renewed. */
  registration: z.enum(["open", "invite"]),
  link: z.string(),
  /** ISO 8601: when the link was made; `null` if it is `open`. */
  since: z.nullable(z.string()),
});

export type InvitedPerson = NonNullable<z.infer<typeof CheckedInvitation>["person"]>;
export type TeamInvitation = z.infer<typeof TeamInvitation>;

export const INVITATION_OPERATIONS = {
  checkInvitation: {
    method: "POST",
    path: API.invitationCheck,
    access: "anyone",
    summary: "Whether an invitation link can still be used",
    request: InvitationCheck,
    response: CheckedInvitation,
  },
  readTeamInvitation: {
    method: "GET",
    path: API.invitation,
    access: "team.invite",
    summary: "The link by which people create an account",
    response: TeamInvitation,
  },
  renewTeamInvitation: {
    method: "POST",
    path: API.invitation,
    access: "team.invite",
    summary: "Make a new invitation link; the former one stops working at once",
    status: 201,
    response: TeamInvitation,
  },
} as const satisfies Readonly<Record<string, Operation>>;
