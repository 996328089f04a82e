import type { AdminAct } from "#contract/journal.ts";
import type { AbsenceDays } from "#domain/availability/absences.ts";
import type { Answer } from "#domain/availability/availability.ts";
import type { AnswersAfterEdit, EventEdit } from "#domain/planning/event-edit.ts";
import type { SubmittedChange } from "#domain/planning/planning-change.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import type { Queryable } from "../../database/database.ts";
import type { LogEntry } from "./read-change-log.ts";

/** Changes that a caller words in another way than the log. */
type RewordedType =
  | "group.restored"
  | "event.restored"
  | "series.restored"
  | "series.edited"
  | "series.deleted"
  | "availability.set"
  | "absence.added";

/**
 * A change that a signed-in user requests. A restored group brings back the events that were deleted with it. The
 * server knows which events follow another one, and who a person is.
 */
export type WantedChange =
  | Exclude<SubmittedChange, { readonly type: RewordedType }>
  | { readonly type: "group.restored"; readonly groupId: string }
  | { readonly type: "event.restored"; readonly eventId: string }
  | { readonly type: "series.restored"; readonly eventId: string }
  | { readonly type: "series.deleted"; readonly eventId: string }
  | ({ readonly type: "absence.added"; readonly id: string; readonly userId: string } & AbsenceDays)
  /** The dates of those that follow move as far as that of the event. */
  | {
      readonly type: "series.edited";
      readonly eventId: string;
      readonly edit: EventEdit;
      readonly answers: AnswersAfterEdit;
    }
  | {
      readonly type: "availability.set";
      readonly eventId: string;
      readonly userId: string;
      readonly answer: Answer | null;
      /** The date and time of the event for which it was given, if known. */
      readonly givenFor?: Pick<PlannedEvent, "date" | "time"> | undefined;
      /** `undefined`: the former word stays, unless the answer changes. */
      readonly comment: string | undefined;
      /** When the answer was given, by the device's clock. The server uses its own time if that is earlier. */
      readonly answeredAt: Date;
    };

export type WantedType = WantedChange["type"];

export type WantedOf<Type extends WantedType> = Extract<WantedChange, { readonly type: Type }>;

/**
 * Makes a change for a user, or refuses it. Returns what `present` reads in the same transaction.
 * @throws Refusal when the user lacks the permission, or the change is impossible
 */
export type AcceptChange = <Answer>(
  actorId: string,
  wanted: WantedChange,
  present: (queryable: Queryable) => Promise<Answer>,
) => Promise<Answer>;

/** A change whose rows were written: its log entry, and its line for the journal. */
export interface WrittenChange {
  /** `null`: there is nothing to log but `reloads`. */
  readonly entry: LogEntry | null;
  /** The ids of groups whose events clients have to read again, as what follows from absences may differ. */
  readonly reloads?: readonly string[];
  /** With the names from before the change. `null` for changes of the user's own answer or membership. */
  readonly act: AdminAct | null;
}
