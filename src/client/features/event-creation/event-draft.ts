import { type ErrorCode, isErrorCode } from "#contract/errors.ts";
import { EventDetails } from "#contract/planning/events.ts";
import { isOptionalField } from "#contract/planning/planning.ts";
import { isPlainDate, type PlainDate } from "#domain/calendar/calendar.ts";
import { EVENT_DETAIL_FIELDS, type EventDetailField, type EventDetails as Details } from "#domain/planning/planning.ts";

export type DraftField = EventDetailField;
/** The fields as typed. */
export type EventDraft = Readonly<Record<DraftField, string>>;
export type DraftProblems = Partial<Record<DraftField, ErrorCode>>;

/** In the order of the form, so that the first invalid field gets the focus. */
export const DRAFT_FIELDS = EVENT_DETAIL_FIELDS;

export type DraftCheck =
  | { readonly status: "valid"; readonly details: Details }
  | { readonly status: "invalid"; readonly problems: DraftProblems };

interface CheckAgainst {
  readonly today: PlainDate;
  /** The browser reports an empty date although something that is not a date was typed. */
  readonly isDateUnreadable: boolean;
}

/** Builds a draft by calling `read` for each field. */
export function draftOf(read: (field: DraftField) => string): EventDraft {
  return Object.fromEntries(DRAFT_FIELDS.map((field) => [field, read(field)])) as EventDraft;
}

const NOTHING_LEFT = draftOf(() => "");

/** The draft of an earlier visit, with the date of the address (`?date=2026-11-24`) if it has a valid one. */
export function draftFrom(prefilledDate: string, left: EventDraft = NOTHING_LEFT): EventDraft {
  return { ...left, date: isPlainDate(prefilledDate) ? prefilledDate : left.date };
}

/** What was typed. Empty optional fields are absent. */
function typedDetails(draft: EventDraft): Partial<EventDraft> {
  const typed = DRAFT_FIELDS.filter((field) => draft[field].trim() !== "" || !isOptionalField(field));
  return Object.fromEntries(typed.map((field) => [field, draft[field]]));
}

/** The event's details, trimmed, or the problems of its fields (specification §5, "Create event"). */
export function checkDraft(draft: EventDraft, { today, isDateUnreadable }: CheckAgainst): DraftCheck {
  const parsed = EventDetails.safeParse(typedDetails(draft));
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

/** The problems to show with a sentence: among empty fields only the first gets one. */
export function shownProblems(problems: DraftProblems): DraftProblems {
  const firstEmpty = DRAFT_FIELDS.find((field) => problems[field] === "field.required");
  const spoken = DRAFT_FIELDS.filter((field) => problems[field] !== "field.required" || field === firstEmpty);
  return Object.fromEntries(spoken.map((field) => [field, problems[field]]));
}
