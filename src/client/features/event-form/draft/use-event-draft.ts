import { useEffect, useState } from "react";
import { isHalfTyped } from "#client/forms/use-form.ts";
import { useStoredDraft } from "#client/session/stored-draft.ts";
import { isPlainDate, type PlainDate } from "#domain/calendar/calendar.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import {
  checkDraft,
  DRAFT_FIELDS,
  type DraftCheck,
  type DraftField,
  type DraftProblems,
  draftOfEvent,
  type EventDraft,
  fieldsToStore,
  newDraft,
} from "./event-draft.ts";

/** With which content the form opens. */
export type DraftStart =
  /** The draft that an earlier visit stored, else an empty form. `date` comes from the address and may be empty. */
  | { readonly type: "new"; readonly date: string }
  /** A copy of an event, without its date. */
  | { readonly type: "copy"; readonly event: PlannedEvent }
  | { readonly type: "edit"; readonly event: PlannedEvent };

/** When a field changes, these other fields may become valid too, so their problems are hidden as well. */
const DEPENDENT: Readonly<Partial<Record<DraftField, readonly DraftField[]>>> = {
  time: ["endTime"],
  date: ["until"],
  every: ["until"],
};

function isAmong(fields: readonly DraftField[], name: string): boolean {
  return fields.some((field) => field === name);
}

/** The content of the event form and its problems. The draft of a new event is stored until the event is created. */
export function useEventDraft(from: DraftStart) {
  const { stored, store, drop } = useStoredDraft("event");
  const prefilledDate = from.type === "new" ? from.date : "";
  const [initialDraft] = useState(() => {
    if (from.type === "edit") return draftOfEvent(from.event);
    if (from.type === "copy") return { ...draftOfEvent(from.event), date: "" };
    return newDraft(prefilledDate, stored);
  });
  const [draft, setDraft] = useState(initialDraft);
  /** Whether the date in the address is no date, and the user has not replaced it. */
  const [isPrefillUnreadable, setIsPrefillUnreadable] = useState(prefilledDate !== "" && !isPlainDate(prefilledDate));
  const [problems, setProblems] = useState<DraftProblems>(isPrefillUnreadable ? { date: "event.date_invalid" } : {});
  const isStored = from.type === "new";

  function change(field: DraftField, value: string): void {
    setDraft((current) => ({ ...current, [field]: value }));
    const changed: readonly DraftField[] = [field, ...(DEPENDENT[field] ?? [])];
    setProblems((former) => Object.fromEntries(Object.entries(former).filter(([name]) => !isAmong(changed, name))));
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
    if (isStored && draft !== initialDraft) store(fieldsToStore(draft));
  }, [draft, initialDraft, store, isStored]);

  return {
    draft,
    problems,
    change,
    changeRoles,
    /** Validates all fields, and shows their problems. */
    check,
    /** Shows the problems that the server reported. */
    setProblems,
    /** Deletes the stored draft. Does nothing for a copy or an edit, which store none. */
    drop: () => {
      if (isStored) drop();
    },
  };
}
