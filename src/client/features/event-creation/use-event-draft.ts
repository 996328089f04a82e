import { type RefObject, useEffect, useRef, useState } from "react";
import { keptText, useKeptDraft } from "#client/session/kept-draft.ts";
import { isPlainDate, type PlainDate } from "#domain/calendar/calendar.ts";
import {
  checkDraft,
  type DraftCheck,
  type DraftField,
  type DraftProblems,
  draftFrom,
  draftOf,
  type EventDraft,
} from "./event-draft.ts";

interface EventDraftState {
  readonly draft: EventDraft;
  readonly problems: DraftProblems;
  /** The date input: only the browser knows whether a partial date was typed. */
  readonly dateRef: RefObject<HTMLInputElement | null>;
  readonly change: (field: DraftField, value: string) => void;
  /** Validates all fields, and stores their problems. */
  readonly check: (today: PlainDate) => DraftCheck;
  /** Deletes the stored draft. */
  readonly drop: () => void;
}

/** The fields of the form, and their problems. */
export function useEventDraft(prefilledDate: string): EventDraftState {
  const { kept, keep, drop } = useKeptDraft("event");
  const [start] = useState(() =>
    draftFrom(prefilledDate, kept === null ? undefined : draftOf((field) => keptText(kept, field))),
  );
  const [draft, setDraft] = useState(start);
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

  useEffect(() => {
    if (draft !== start) keep({ ...draft });
  }, [draft, start, keep]);

  return { draft, problems, dateRef, change, check, drop };
}
