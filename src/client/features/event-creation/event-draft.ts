import { type ErrorCode, isErrorCode } from "#contract/errors.ts";
import { EventDetails } from "#contract/planning-calls.ts";
import { isPlainDate, type PlainDate } from "#domain/calendar.ts";
import type { EventDetails as Details } from "#domain/planning.ts";

/** What has been typed so far. */
export type EventDraft = Details;
export type DraftField = keyof EventDraft;
export type DraftProblems = Partial<Record<DraftField, ErrorCode>>;

/** The fields in the order in which they are read, so that the first wrong one gets the focus. */
export const DRAFT_FIELDS: readonly DraftField[] = ["name", "date", "time", "location"];

export type DraftCheck =
  | { readonly status: "valid"; readonly details: Details }
  | { readonly status: "invalid"; readonly problems: DraftProblems };

interface CheckAgainst {
  readonly today: PlainDate;
  /** The date field holds something that is no date, and gives an empty value for it. */
  readonly isDateUnreadable: boolean;
}

/** A draft that starts on the date of the address (`?date=2026-11-24`), where that is one; empty where there is none. */
export function draftFrom(prefilledDate: string): EventDraft {
  return { name: "", date: isPlainDate(prefilledDate) ? prefilledDate : "", time: "", location: "" };
}

/** The event's details, trimmed, or what is wrong with each field (specification §5, "Create event"). */
export function checkDraft(draft: EventDraft, { today, isDateUnreadable }: CheckAgainst): DraftCheck {
  const parsed = EventDetails.safeParse(draft);
  const problems: DraftProblems = parsed.success ? {} : problemsOf(parsed.error.issues);
  if (isDateUnreadable) problems.date = "event.date_invalid";
  if (!problems.date && draft.date < today) problems.date = "event.date_past";
  if (parsed.success && Object.keys(problems).length === 0) return { status: "valid", details: parsed.data };
  return { status: "invalid", problems };
}

/** The first problem of each field. */
function problemsOf(
  issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[],
): DraftProblems {
  const found = issues.map(
    ({ path, message }) => [path[0], isErrorCode(message) ? message : "request.invalid"] as const,
  );
  return Object.fromEntries(found.toReversed()) as DraftProblems;
}

/** The problems with a sentence of their own: one reminder is enough for all the empty fields, at the first of them. */
export function spokenProblems(problems: DraftProblems): DraftProblems {
  const firstEmpty = DRAFT_FIELDS.find((field) => problems[field] === "field.required");
  const spoken = DRAFT_FIELDS.filter((field) => problems[field] !== "field.required" || field === firstEmpty);
  return Object.fromEntries(spoken.map((field) => [field, problems[field]]));
}
