import { type RefObject, useRef, useState } from "react";
import { isPlainDate, type PlainDate } from "#domain/calendar.ts";
import {
  checkDraft,
  type DraftCheck,
  type DraftField,
  type DraftProblems,
  draftFrom,
  type EventDraft,
} from "./event-draft.ts";

interface EventDraftState {
  readonly draft: EventDraft;
  readonly problems: DraftProblems;
  /** The date's input: only the browser knows whether what is typed there is half a date. */
  readonly dateRef: RefObject<HTMLInputElement | null>;
  readonly change: (field: DraftField, value: string) => void;
  /** Checks everything that was typed, and keeps what is wrong with it. */
  readonly check: (today: PlainDate) => DraftCheck;
}

/** What is typed into the form, and what is wrong with it. */
export function useEventDraft(prefilledDate: string): EventDraftState {
  const [draft, setDraft] = useState(() => draftFrom(prefilledDate));
  const [isPrefillUnreadable, setIsPrefillUnreadable] = useState(prefilledDate !== "" && !isPlainDate(prefilledDate));
  const [problems, setProblems] = useState<DraftProblems>(isPrefillUnreadable ? { date: "event.date_invalid" } : {});
  const dateRef = useRef<HTMLInputElement>(null);

  function change(field: DraftField, value: string): void {
    setDraft((typed) => ({ ...typed, [field]: value }));
    setProblems(({ [field]: _solved, ...others }) => others);
    if (field === "date") setIsPrefillUnreadable(false);
  }

  function check(today: PlainDate): DraftCheck {
    const isHalfTyped = dateRef.current?.validity.badInput ?? false;
    const checked = checkDraft(draft, { today, isDateUnreadable: isHalfTyped || isPrefillUnreadable });
    setProblems(checked.status === "invalid" ? checked.problems : {});
    return checked;
  }

  return { draft, problems, dateRef, change, check };
}
