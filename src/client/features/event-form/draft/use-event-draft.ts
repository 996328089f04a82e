import { useEffect, useState } from "react";
import { isHalfTyped } from "#client/forms/use-form.ts";
import { useKeptDraft } from "#client/session/kept-draft.ts";
import { isPlainDate, type PlainDate } from "#domain/calendar/calendar.ts";
import {
  checkDraft,
  DRAFT_FIELDS,
  type DraftCheck,
  type DraftedEvent,
  type DraftField,
  type DraftProblems,
  draftFrom,
  draftOfEvent,
  type EventDraft,
  fieldsToStore,
  storedDraft,
} from "./event-draft.ts";

export type DraftStart =
  /** An empty form, or the stored draft. The date comes from the address and may be empty. */
  | { readonly type: "new"; readonly date: string }
  /** A copy of an event, without its date. */
  | { readonly type: "copy"; readonly event: DraftedEvent }
  | { readonly type: "edit"; readonly event: DraftedEvent };

/** When a field changes, the problems of these other fields may be solved too. */
const DEPENDENT: Readonly<Partial<Record<DraftField, readonly DraftField[]>>> = {
  time: ["endTime"],
  date: ["until"],
  every: ["until"],
};

function isAmong(fields: readonly DraftField[], name: string): boolean {
  return fields.some((field) => field === name);
}

/** The fields of the form and their problems. Only the draft of a new event is stored for another visit. */
export function useEventDraft(from: DraftStart) {
  const { kept, keep, drop } = useKeptDraft("event");
  const prefilledDate = from.type === "new" ? from.date : "";
  const [start] = useState(() => {
    if (from.type === "edit") return draftOfEvent(from.event);
    if (from.type === "copy") return { ...draftOfEvent(from.event), date: "" };
    return draftFrom(prefilledDate, kept === null ? undefined : storedDraft(kept));
  });
  const [draft, setDraft] = useState(start);
  const [isPrefillUnreadable, setIsPrefillUnreadable] = useState(prefilledDate !== "" && !isPlainDate(prefilledDate));
  const [problems, setProblems] = useState<DraftProblems>(isPrefillUnreadable ? { date: "event.date_invalid" } : {});
  const isStored = from.type === "new";

  function change(field: DraftField, value: string): void {
    setDraft((current) => ({ ...current, [field]: value }));
    const solved: readonly DraftField[] = [field, ...(DEPENDENT[field] ?? [])];
    setProblems((former) => Object.fromEntries(Object.entries(former).filter(([name]) => !isAmong(solved, name))));
    if (field === "date") setIsPrefillUnreadable(false);
  }

  function changeRoles(requiredRoles: EventDraft["requiredRoles"]): void {
    setDraft((current) => ({ ...current, requiredRoles }));
  }

  function check(today: PlainDate, form: HTMLFormElement | null): DraftCheck {
    const halfTyped = DRAFT_FIELDS.filter((field) => isHalfTyped(form, field));
    const unreadable: readonly DraftField[] = isPrefillUnreadable ? ["date", ...halfTyped] : halfTyped;
    const before = from.type === "edit" ? from.event : undefined;
    const checked = checkDraft(draft, { today, unreadable, before });
    setProblems(checked.status === "invalid" ? checked.problems : {});
    return checked;
  }

  useEffect(() => {
    if (isStored && draft !== start) keep(fieldsToStore(draft));
  }, [draft, start, keep, isStored]);

  return {
    draft,
    problems,
    change,
    changeRoles,
    /** Validates all fields, and stores their problems. */
    check,
    /** Shows the problems that the server reported. */
    refuse: setProblems,
    /** Deletes the stored draft. A copy or an edit leaves the draft of a new event alone. */
    drop: () => {
      if (isStored) drop();
    },
  };
}
