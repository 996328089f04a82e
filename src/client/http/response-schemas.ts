/** The schemas of the responses that first screens read, in a separate file that `lazySchema` loads. */
import * as z from "zod/mini";
import { TeamRow } from "#contract/accounts/users.ts";
import { Absences, Group, PlannedEvent } from "#contract/planning/planning.ts";
import { Session } from "#contract/sign-in/sessions.ts";

export { GroupDetails, OwnWish } from "#contract/planning/planning.ts";
export { Problem } from "#contract/problem.ts";
export { PublicConfig } from "#contract/config.ts";
export { SignIn } from "#contract/sign-in/sign-in.ts";
export { Email } from "#contract/accounts/account-fields.ts";
export { Absences, PlannedEvent };

const { user, isEmailConfirmed } = Session.shape;
export const SignedIn = z.object({ user: z.nullish(user), isEmailConfirmed });
export const CurrentSession = z.nullable(Session);

export const Groups = z.array(Group);
export const Events = z.array(PlannedEvent);
export const UserRows = z.array(TeamRow);
