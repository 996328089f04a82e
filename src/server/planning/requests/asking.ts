import type { ReachProblem } from "#contract/notifications/requests.ts";
import type { TimeZone } from "#domain/calendar/time-zone.ts";
import type { AskingOutcome } from "#domain/notifications/asking.ts";
import type { Queryable } from "../../database/database.ts";
import type { Writing } from "../shared-planning.ts";
import { readAccounts } from "./read-requests.ts";

/** A person who gets a message. */
export interface NewlyAsked {
  readonly userId: string;
  readonly askedBy: string;
  /** Whether it was their turn in an order. If that ends first, their message is not sent. */
  readonly isTurn: boolean;
  /** Whether they are asked to take the place of `askedBy` on the line-up. */
  readonly isReplacement: boolean;
}

/** A person who would get a message if one reached them. */
export interface Unreached {
  readonly userId: string;
  readonly problem: ReachProblem;
}

/** What follows from requests, for the code that sends messages. */
export interface AskingEffects {
  readonly eventId: string;
  /** The people to send a message to now. */
  readonly asked: readonly NewlyAsked[];
  /** The people whom no message reaches, for whom one was wanted now. */
  readonly unreached: readonly Unreached[];
  /** The admin to tell that the order ended by itself. `null` also where it ends at once: they are looking. */
  readonly told: { readonly adminId: string; readonly outcome: AskingOutcome } | null;
  /** When to look at the order again; `null`: none runs. */
  readonly nextAt: Date | null;
}

/** What asking needs of other rooms. */
export interface Asking {
  readonly timeZone: TimeZone;
  /** Why no message about requests reaches each of these people; `null` where one does. */
  readonly canReach: (
    queryable: Queryable,
    userIds: readonly string[],
  ) => Promise<ReadonlyMap<string, ReachProblem | null>>;
  /** When a message of this moment leaves: later during quiet hours. */
  readonly leavesAt: (moment: Date) => Date;
  /** Called in the transaction of the requests. */
  readonly onRequests: (writing: Writing, effects: AskingEffects) => Promise<void>;
}

/** Who has no account gets no message. */
export const canReachAccounts: Asking["canReach"] = async (queryable, userIds) => {
  if (userIds.length === 0) return new Map();
  const accounts = await readAccounts(queryable, userIds);
  return new Map(userIds.map((userId) => [userId, accounts.get(userId) === true ? null : ("no_account" as const)]));
};
