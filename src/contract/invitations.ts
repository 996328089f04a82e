import * as z from "zod/mini";
import { Invitation } from "./account-forms.ts";

/** What /register asks before anybody fills it in. */
export const InvitationCheck = z.object({ invitation: Invitation });

/** The link by which people come to /register. */
export const TeamInvitation = z.object({
  /** With `open` the link is the bare address, which needs no renewing. */
  registration: z.enum(["open", "invite"]),
  link: z.string(),
  /** ISO 8601: when it was made; `null` for the bare address. */
  since: z.nullable(z.string()),
});

export type TeamInvitation = z.infer<typeof TeamInvitation>;
