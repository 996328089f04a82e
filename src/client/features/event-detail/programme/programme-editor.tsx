import { ListMusic, Plus, ChevronDown, History } from "lucide-react";
import { type FormEvent, useEffect, useId, useMemo, useRef, useState } from "react";
import { useGroupEvents, useNeeds } from "#client/planning/planning-hooks.ts";
import { useKnownTitles } from "#client/planning/programme/known-titles-hooks.ts";
import { useToday } from "#client/planning/today.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import { useToast } from "#client/ui/overlays/toast.tsx";
import { Card } from "#client/ui/surfaces/card.tsx";
import { Alert, Notice } from "#client/ui/surfaces/message.tsx";
import { WINDOW_MAX_DAYS } from "#contract/planning/events.ts";
import { addDays, compareScheduled } from "#domain/calendar/calendar.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { mergedProgramme, type Programme, PROGRAMME_MAX, tidyProgramme } from "#domain/programme/programme.ts";
import { suggestible } from "#domain/programme/repertoire.ts";
import { sentenceOf } from "#text/errors/errors.ts";
import { PROGRAMME_LABELS, programmeText, reusedFrom } from "#text/event/programme.ts";
import { actionText } from "#text/phrases/actions.ts";
import { rowsOf, useProgrammeRows, useProgrammeSaving } from "./programme-draft.ts";
import { ProgrammeRow } from "./programme-row.tsx";

const PROGRAMMES_OFFERED = 4;

/** Events to copy from: at most so many days after today, and as many before today or before a past event. */
const DAYS_AROUND = WINDOW_MAX_DAYS;

interface PastProgrammesProps {
  readonly event: PlannedEvent;
  readonly onReuse: (programme: Programme) => void;
}

/** A button for each of the last events before this one with a programme. A press adds its titles to the form. */
function PastEvents({ event, onReuse }: PastProgrammesProps) {
  const { id, groupId, date } = event;
  const today = useToday();
  const middle = date < today ? date : today;
  const latest = addDays(today, DAYS_AROUND);
  const statuses = useNeeds([
    { type: "days", groupId, from: addDays(middle, -DAYS_AROUND), to: middle },
    { type: "days", groupId, from: middle, to: date < latest ? date : latest },
  ]);
  const events = useGroupEvents(groupId)
    .filter((other) => other.id !== id && other.date <= date && other.programme !== undefined)
    .toSorted((a, b) => compareScheduled(b, a))
    .slice(0, PROGRAMMES_OFFERED);
  // Events that arrive later would move the buttons under a finger.
  if (statuses.includes("loading")) return null;
  if (events.length === 0) return <p className="text-small text-ink-2">{programmeText.noneBefore}</p>;
  return events.map((other) => (
    <Button key={other.id} size="compact" onClick={() => onReuse(other.programme ?? [])}>
      {reusedFrom(other)}
    </Button>
  ));
}

/** Unfolds the latest events whose programme can be copied. */
function PastProgrammes({ event, onReuse }: PastProgrammesProps) {
  const listId = useId();
  const [isOpen, setIsOpen] = useState(false);

  function reuse(programme: Programme): void {
    setIsOpen(false);
    onReuse(programme);
  }

  return (
    <>
      <Button
        variant="quiet"
        size="compact"
        icon={<History />}
        aria-expanded={isOpen}
        aria-controls={listId}
        className="ml-auto max-w-full sm:-mr-3.5"
        onClick={() => setIsOpen(!isOpen)}
      >
        {programmeText.reuse}
        <ChevronDown className={isOpen ? "rotate-180" : ""} />
      </Button>
      <div id={listId} className="flex basis-full flex-wrap justify-end gap-2 empty:hidden" aria-live="polite">
        {isOpen ? <PastEvents event={event} onReuse={reuse} /> : null}
      </div>
    </>
  );
}

interface ConflictProps {
  readonly other: Programme;
  readonly onChoose: (choice: "mine" | "other" | "both") => void;
}

/** Shows the programme that somebody else saved meanwhile. The user keeps theirs, takes the other one, or joins both. */
function Conflict({ other, onChoose }: ConflictProps) {
  return (
    <div className="my-3">
      <Notice>
        <p>{programmeText.changed}</p>
        {other.length === 0 ? (
          <p className="font-semibold">{programmeText.nowEmpty}</p>
        ) : (
          <ol className="ml-5 list-decimal">
            {other.map(({ title, key, note }, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- a title may occur twice, and items have no state
              <li key={index} dir="auto">
                {[title, key, note].filter(Boolean).join(", ")}
              </li>
            ))}
          </ol>
        )}
        <div className="mt-2 flex flex-wrap gap-2">
          <Button size="compact" onClick={() => onChoose("mine")}>
            {programmeText.keepMine}
          </Button>
          <Button size="compact" onClick={() => onChoose("other")}>
            {programmeText.takeOther}
          </Button>
          <Button size="compact" onClick={() => onChoose("both")}>
            {programmeText.takeBoth}
          </Button>
        </div>
      </Notice>
    </div>
  );
}

interface ProgrammeEditorProps {
  readonly event: PlannedEvent;
  readonly initial: Programme;
  /** Whether the server has already refused `initial`, because the programme had changed. */
  readonly isRefused: boolean;
  readonly onClose: (isSaved: boolean) => void;
}

/** The form of an event's programme (set list), with one row for each title. Loaded when the user opens it. */
export function ProgrammeEditor({ event, initial, isRefused, onClose }: ProgrammeEditorProps) {
  const titleId = useId();
  const formRef = useRef<HTMLFormElement>(null);
  const showToast = useToast();
  const { rows, setRows, actions, addRow, addProgramme, announcement, today } = useProgrammeRows(initial, formRef);
  const saving = useProgrammeSaving(event);
  const known = useKnownTitles(event.groupId);
  const titles = useMemo(() => suggestible(known.titles, today), [known.titles, today]);

  useEffect(() => {
    if (isRefused) void saving.showOtherVersion();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the editor opens with a refused programme
  }, []);

  async function handleSubmit(submitted: FormEvent): Promise<void> {
    submitted.preventDefault();
    if (saving.otherVersion !== null) return;
    if (await saving.save(rows)) {
      showToast({ message: programmeText.saved, icon: <ListMusic /> });
      onClose(true);
    } else queueMicrotask(() => formRef.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus());
  }

  function choose(choice: "mine" | "other" | "both"): void {
    const other = saving.otherVersion ?? [];
    if (choice === "other") setRows(rowsOf(other));
    if (choice === "both") setRows(rowsOf(mergedProgramme(other, tidyProgramme(rows))));
    saving.resolveConflict();
  }

  return (
    <Card labelledBy={titleId}>
      <form ref={formRef} noValidate data-cancellable onSubmit={(submitted) => void handleSubmit(submitted)}>
        <div className="flex flex-wrap items-center gap-x-3">
          <h2 id={titleId} className="font-title text-title">
            {programmeText.title}
          </h2>
          <PastProgrammes event={event} onReuse={addProgramme} />
        </div>
        {saving.otherVersion === null ? null : <Conflict other={saving.otherVersion} onChoose={choose} />}
        <div aria-hidden="true" className="programme-row pt-1! pb-0! text-small font-semibold max-md:hidden">
          <span className="programme-title">{PROGRAMME_LABELS.title}</span>
          <span className="programme-key">{PROGRAMME_LABELS.key}</span>
          <span className="programme-more">
            <span>{PROGRAMME_LABELS.link}</span>
            <span>{PROGRAMME_LABELS.note}</span>
          </span>
        </div>
        <ol aria-labelledby={titleId}>
          {rows.map((row, index) => (
            <ProgrammeRow
              key={row.id}
              row={row}
              index={index}
              count={rows.length}
              titles={titles}
              today={today}
              errorOf={(field) => saving.errorOf(row, field)}
              {...actions}
            />
          ))}
        </ol>
        {saving.refusal === null ? null : (
          <Alert className="mt-3" detail={sentenceOf(saving.refusal)}>
            {programmeText.failed}
          </Alert>
        )}
        <div className="mt-3 flex flex-wrap items-center gap-2">
          <Button
            icon={<Plus />}
            data-add
            disabled={rows.length >= PROGRAMME_MAX}
            className="md:ml-18"
            onClick={() => addRow({ isAutomatic: false })}
          >
            {programmeText.add}
          </Button>
          <p role="status" className="min-w-0 grow text-right text-small text-ink-2">
            {announcement}
          </p>
          <div className="flex grow flex-wrap-reverse justify-end gap-2 sm:grow-0">
            <Button variant="quiet" className="max-sm:grow" onClick={() => onClose(false)}>
              {actionText.cancel}
            </Button>
            <Button type="submit" variant="primary" className="max-sm:grow" isPending={saving.isPending}>
              {programmeText.save}
            </Button>
          </div>
        </div>
      </form>
    </Card>
  );
}
