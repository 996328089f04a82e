import { type StoredFields, storedText } from "#client/session/stored-draft.ts";
import { type ErrorCode, errorCodeOf } from "#contract/errors.ts";
import { detailSchema } from "#contract/planning/events.ts";
import { isOptionalField } from "#contract/planning/planning.ts";
import { isPlainDate, LATEST_END, type PlainDate, type PlainTime } from "#domain/calendar/calendar.ts";
import { FREQUENCIES, type Frequency, latestUntil, recurringDates } from "#domain/calendar/recurrence.ts";
import { HALF_HOURS } from "#domain/calendar/time-slots.ts";
import { type BandRole, inRoleOrder } from "#domain/line-up/band-roles.ts";
import { problemOfEnd } from "#domain/planning/event-edit.ts";
import {
  detailsOf,
  EVENT_DETAIL_FIELDS,
  type EventDetails,
  type PlannedEvent,
  type TextDetailField,
} from "#domain/planning/planning.ts";
import { eventCreationText } from "#text/event/event-form.ts";

/** A value of the end field. Hours of the next day continue after 24: `25:00` is 01:00. So values sort as text. */
type EndChoice = string;

type End = Pick<EventDetails, "endTime" | "endsNextDay">;

const MIDNIGHT = 24;

function plusHours(time: PlainTime, hours: number): string {
  return `${String(Number(time.slice(0, 2)) + hours).padStart(2, "0")}${time.slice(2)}`;
}

function isNextDay(choice: EndChoice): boolean {
  return choice >= `${MIDNIGHT}:00`;
}

/** The value of the end field for the end of an event; empty if the event has no end. */
export function choiceOfEnd({ endTime = "", endsNextDay }: End): EndChoice {
  return endsNextDay ? plusHours(endTime, MIDNIGHT) : endTime;
}

/** The end of an event for a value of the end field, which may be empty. */
export function endOfChoice(choice: EndChoice): { readonly endTime: string; readonly endsNextDay: boolean } {
  return isNextDay(choice)
    ? { endTime: plusHours(choice, -MIDNIGHT), endsNextDay: true }
    : { endTime: choice, endsNextDay: false };
}

/** « 23:30 », « 01:00 (lendemain) » */
export function choiceInWords(choice: EndChoice): string {
  return isNextDay(choice) ? `${plusHours(choice, -MIDNIGHT)} ${eventCreationText.endsNextDay}` : choice;
}

/** The values of the end field on the next day: every 30 minutes from midnight to `LATEST_END`. */
export const LATE_ENDS: readonly EndChoice[] = HALF_HOURS.filter((time) => time <= LATEST_END).map((time) =>
  plusHours(time, MIDNIGHT),
);

/** The dates of the series that a draft describes; empty while it is not repeated, or a date is missing or wrong. */
export function datesOf(draft: Pick<EventDraft, "date" | "every" | "until">): PlainDate[] {
  const { date, until } = draft;
  const every = frequencyOf(draft);
  if (every === null || !isPlainDate(date) || !isPlainDate(until) || until > latestUntil(date)) return [];
  return recurringDates(date, every, until);
}

export type DraftField = TextDetailField | "every" | "until";
/** The typed texts. `every` is empty for an event that is not repeated. */
type TypedFields = Readonly<Record<DraftField, string>>;
export interface EventDraft extends TypedFields {
  /** The event's own roles; `null`: the roles of its group. */
  readonly requiredRoles: readonly BandRole[] | null;
}
export type DraftProblems = Partial<Record<DraftField, ErrorCode>>;

export interface Repetition {
  readonly every: Frequency;
  readonly until: PlainDate;
}

/** `endsNextDay` has no field: the choice of the end time includes the day. */
const TEXT_FIELDS = EVENT_DETAIL_FIELDS.filter((field) => field !== "endsNextDay");

/** In the order of the form. The first invalid one gets the focus. */
export const DRAFT_FIELDS: readonly DraftField[] = [...TEXT_FIELDS, "every", "until"];

/** A valid event form: the values to send to the server. */
export interface CheckedEvent {
  readonly details: EventDetails;
  readonly repetition: Repetition | null;
  /** `null`: the roles of its group. */
  readonly requiredRoles: readonly BandRole[] | null;
}

export type DraftCheck =
  ({ readonly status: "valid" } & CheckedEvent) | { readonly status: "invalid"; readonly problems: DraftProblems };

interface CheckAgainst {
  readonly today: PlainDate;
  /** Date fields with a text that is no date. The browser reports their value as empty. */
  readonly unreadable: readonly DraftField[];
  /** The event before the edit. Fields that stay the same are not checked again. */
  readonly before?: EventDetails | undefined;
}

/** A draft whose typed fields are the results of `read`. */
function draftOf(read: (field: DraftField) => string, requiredRoles: EventDraft["requiredRoles"]): EventDraft {
  const typed = Object.fromEntries(DRAFT_FIELDS.map((field) => [field, read(field)])) as TypedFields;
  return { ...typed, requiredRoles };
}

const EMPTY_DRAFT = draftOf(() => "", null);

/**
 * The draft that an earlier visit stored, else an empty one.
 * @param prefilledDate the date of the address (`?date=2026-11-24`), which counts if it is valid
 */
export function newDraft(prefilledDate: string, stored: StoredFields | null): EventDraft {
  const roles = stored?.["requiredRoles"];
  const draft = draftOf((field) => storedText(stored, field), roles === undefined ? null : inRoleOrder([roles].flat()));
  return isPlainDate(prefilledDate) ? { ...draft, date: prefilledDate } : draft;
}

export function fieldsToStore({ requiredRoles, ...typed }: EventDraft): StoredFields {
  return requiredRoles === null ? { ...typed } : { ...typed, requiredRoles };
}

export function draftOfEvent(event: EventDetails & Pick<PlannedEvent, "requiredRoles">): EventDraft {
  const { endsNextDay: _, ...details } = detailsOf(event);
  return { ...EMPTY_DRAFT, ...details, endTime: choiceOfEnd(event), requiredRoles: event.requiredRoles ?? null };
}

/** `every` as a frequency; `null` for an event that is not repeated. */
export function frequencyOf({ every }: Pick<EventDraft, "every">): Frequency | null {
  return FREQUENCIES.find((frequency) => frequency === every) ?? null;
}

/** Validates a draft: the values to send, or the problem of each wrong field (specification §5, "Create event"). */
export function checkDraft(draft: EventDraft, against: CheckAgainst): DraftCheck {
  const { values, problems } = checkFields(draft, against.before);
  const details = detailsOf({ ...EMPTY_DRAFT, ...values, endsNextDay: endOfChoice(draft.endTime).endsNextDay });
  if (!problems.date && draft.date < against.today && draft.date !== against.before?.date) {
    problems.date = "event.date_past";
  }
  const endProblem = problems.time ? null : problemOfEnd(details);
  if (endProblem) problems.endTime ??= endProblem;
  const every = frequencyOf(draft);
  const untilProblem = every === null ? undefined : problemOfUntil(draft);
  if (untilProblem) problems.until = untilProblem;
  for (const field of against.unreadable) problems[field] = "event.date_invalid";
  if (Object.keys(problems).length > 0) return { status: "invalid", problems };
  const repetition = every && { every, until: draft.until };
  return { status: "valid", details, repetition, requiredRoles: draft.requiredRoles };
}

/** Validates each text field. Empty optional fields, and fields that an edit leaves as they were, are always valid. */
function checkFields(draft: EventDraft, before: EventDetails | undefined) {
  const problems: DraftProblems = {};
  const values: Partial<Record<TextDetailField, string>> = {};
  for (const field of TEXT_FIELDS) {
    const typed = field === "endTime" ? endOfChoice(draft.endTime).endTime : draft[field];
    if (typed.trim() === "" && isOptionalField(field)) values[field] = "";
    else if (typed === before?.[field]) values[field] = typed;
    else {
      const parsed = detailSchema(field).safeParse(typed);
      if (parsed.success) values[field] = parsed.data ?? "";
      else problems[field] = errorCodeOf(parsed.error.issues[0]?.message ?? "");
    }
  }
  return { values, problems };
}

function problemOfUntil({ date, until }: EventDraft): ErrorCode | undefined {
  if (until === "") return "field.required";
  if (!isPlainDate(until)) return "event.date_invalid";
  if (!isPlainDate(date)) return undefined;
  if (until < date) return "series.until_before_date";
  return until > latestUntil(date) ? "series.too_long" : undefined;
}

/** The problems to show as sentences. Of several empty fields only the first one gets a sentence. */
export function shownProblems(problems: DraftProblems): DraftProblems {
  const firstEmpty = DRAFT_FIELDS.find((field) => problems[field] === "field.required");
  const shown = DRAFT_FIELDS.filter((field) => problems[field] !== "field.required" || field === firstEmpty);
  return Object.fromEntries(shown.map((field) => [field, problems[field]]));
}
