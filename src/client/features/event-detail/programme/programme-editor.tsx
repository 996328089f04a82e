import { ListMusic, Plus } from "lucide-react";
import { type FormEvent, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { bothProgrammes, type Programme, PROGRAMME_MAX, tidyProgramme } from "#domain/programme/programme.ts";
import { suggestible } from "#domain/programme/repertoire.ts";
import { useKnownTitles } from "#client/planning/programme/known-titles-hooks.ts";
import { useToday } from "#client/planning/today.ts";
import { useToast } from "#client/ui/overlays/toast.tsx";
import { Button } from "#client/ui/buttons/button.tsx";
import { Card } from "#client/ui/surfaces/card.tsx";
import { Alert, Notice } from "#client/ui/surfaces/message.tsx";
import { sentenceOf } from "#text/errors/errors.ts";
import { movedTo, playedSentence, PROGRAMME_LABELS, programmeText } from "#text/event/programme.ts";
import { actionText } from "#text/phrases/actions.ts";
import { PastProgrammes } from "./past-programmes.tsx";
import { ProgrammeRow, type RowActions } from "./programme-row.tsx";
import { filledRows, movedRows, newRow, type ProgrammeRow as Row, rowsOf } from "./programme-rows.ts";
import { useProgrammeSaving } from "./use-programme-saving.ts";

/** What takes the focus once the rows are drawn. */
interface Focus {
  readonly rowId: number;
  /** The name of a button, in the place of the title. */
  readonly button?: "up" | "down";
}

/** The rows, what the buttons and fields of each do, and what is said of it to a screen reader. */
function useRows(start: Programme, formRef: { readonly current: HTMLFormElement | null }) {
  const today = useToday();
  const [rows, setRows] = useState<readonly Row[]>(() => (start.length === 0 ? [newRow()] : rowsOf(start)));
  const [said, setSaid] = useState("");
  const [focus, setFocus] = useState<Focus | null>(() => {
    const first = rows.find(({ title }) => title === "") ?? rows[0];
    return first === undefined ? null : { rowId: first.id };
  });

  useLayoutEffect(() => {
    if (focus === null) return;
    const row = formRef.current?.querySelector(`[data-row="${focus.rowId}"]`);
    const [up, down] = [...(row?.querySelectorAll<HTMLButtonElement>("[data-step]") ?? [])];
    const wanted = focus.button === "up" ? up : down;
    const button = wanted?.disabled ? (wanted === up ? down : up) : wanted;
    const target = focus.button === undefined ? row?.querySelector("input") : button;
    target?.focus();
  }, [focus, formRef]);

  function add(isOffered: boolean, after = rows.length - 1): void {
    if (rows.length >= PROGRAMME_MAX) return;
    const row = newRow({}, isOffered);
    setRows(rows.toSpliced(after + 1, 0, row));
    setFocus({ rowId: row.id });
  }

  function replace(changed: Row): readonly Row[] {
    return rows.map((row) => (row.id === changed.id ? changed : row));
  }

  const actions: RowActions = {
    onType: (row, field, text) => setRows(replace({ ...row, [field]: text })),
    onChoose(row, { title, key = "", link = "", ...known }) {
      const chosen = replace({ ...row, title, key, link });
      const isLast = rows.at(-1)?.id === row.id && rows.length < PROGRAMME_MAX;
      const next = isLast ? newRow({}, true) : undefined;
      setRows(next === undefined ? chosen : [...chosen, next]);
      if (next !== undefined) setFocus({ rowId: next.id });
      setSaid(playedSentence({ title, ...known }, today));
    },
    onEnter(row) {
      const next = rows[rows.findIndex(({ id }) => id === row.id) + 1];
      if (next === undefined) add(true);
      else setFocus({ rowId: next.id });
    },
    onMove(from, to) {
      const row = rows[from];
      const moved = movedRows(rows, from, to);
      if (row === undefined || moved === rows) return;
      setRows(moved);
      setFocus({ rowId: row.id, button: to < from ? "up" : "down" });
      setSaid(movedTo(row.title, to + 1, rows.length));
    },
    onRemove(row) {
      const index = rows.findIndex(({ id }) => id === row.id);
      const left = rows.toSpliced(index, 1);
      const next = left[Math.min(index, left.length - 1)];
      setRows(left);
      if (next === undefined) formRef.current?.querySelector<HTMLElement>("[data-add]")?.focus();
      else setFocus({ rowId: next.id });
    },
  };

  /** Behind what is typed already. */
  function addAll(programme: Programme): void {
    const added = rowsOf(programme);
    const [first] = added;
    setRows([...filledRows(rows), ...added].slice(0, PROGRAMME_MAX));
    if (first !== undefined) setFocus({ rowId: first.id });
  }

  return { rows, setRows, actions, add, addAll, said, today };
}

interface ConflictProps {
  readonly other: Programme;
  readonly onChoose: (choice: "mine" | "other" | "both") => void;
}

/** What somebody else saved meanwhile: the user's own text stays in the rows. */
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
              // oxlint-disable-next-line react/no-array-index-key -- a title may stand there twice, and has no state
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
  readonly start: Programme;
  /** Whether `start` was refused already, because the programme had changed. */
  readonly isRefused: boolean;
  readonly onClose: (isSaved: boolean) => void;
}

/** The programme, one row a title. What is typed stays until it is saved or given up. */
export function ProgrammeEditor({ event, start, isRefused, onClose }: ProgrammeEditorProps) {
  const titleId = useId();
  const formRef = useRef<HTMLFormElement>(null);
  const showToast = useToast();
  const { rows, setRows, actions, add, addAll, said, today } = useRows(start, formRef);
  const saving = useProgrammeSaving(event);
  const known = useKnownTitles(event.groupId);
  const titles = useMemo(() => suggestible(known.titles, today), [known.titles, today]);

  useEffect(() => {
    if (isRefused) void saving.lookAgain();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, for the text that waited
  }, []);

  async function handleSubmit(submitted: FormEvent): Promise<void> {
    submitted.preventDefault();
    if (saving.other !== null) return;
    if (await saving.save(rows)) {
      showToast({ message: programmeText.saved, icon: <ListMusic /> });
      onClose(true);
    } else queueMicrotask(() => formRef.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus());
  }

  function choose(choice: "mine" | "other" | "both"): void {
    const other = saving.other ?? [];
    if (choice === "other") setRows(rowsOf(other));
    if (choice === "both") setRows(rowsOf(bothProgrammes(other, tidyProgramme(rows))));
    saving.settle();
  }

  return (
    <Card labelledBy={titleId}>
      <form ref={formRef} noValidate data-cancellable onSubmit={(submitted) => void handleSubmit(submitted)}>
        <div className="flex flex-wrap items-center gap-x-3">
          <h2 id={titleId} className="font-title text-title">
            {programmeText.title}
          </h2>
          <PastProgrammes event={event} onReuse={addAll} />
        </div>
        {saving.other === null ? null : <Conflict other={saving.other} onChoose={choose} />}
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
          <div className="mt-3">
            <Alert detail={sentenceOf(saving.refusal.code)}>{programmeText.failed}</Alert>
          </div>
        )}
        <div className="mt-3 flex flex-wrap items-center gap-2">
          <Button
            icon={<Plus />}
            data-add
            disabled={rows.length >= PROGRAMME_MAX}
            className="md:ml-18"
            onClick={() => add(false)}
          >
            {programmeText.add}
          </Button>
          <p role="status" className="min-w-0 grow text-right text-small text-ink-2">
            {said}
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
