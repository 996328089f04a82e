import { ArrowDown, ArrowUp, GripVertical, Trash2 } from "lucide-react";
import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from "react";
import { Button } from "#client/ui/buttons/button.tsx";
import { IconButton } from "#client/ui/buttons/icon-button.tsx";
import { CONTROL_CLASS, FieldError } from "#client/ui/fields/field.tsx";
import { errorCodeOf } from "#contract/errors.ts";
import type { PlainDate } from "#domain/calendar/calendar.ts";
import type { ProgrammeItem } from "#domain/programme/programme.ts";
import type { IndexedTitle } from "#domain/programme/repertoire.ts";
import { sentenceOf } from "#text/errors/errors.ts";
import { moveDown, moveUp, PROGRAMME_LABELS, programmeText, removeTitle } from "#text/event/programme.ts";
import type { ProgrammeRow as Row, RowActions } from "./programme-draft.ts";
import { TitleField } from "./title-field.tsx";

interface ProgrammeRowProps extends RowActions {
  readonly row: Row;
  readonly index: number;
  readonly count: number;
  readonly titles: readonly IndexedTitle[];
  readonly today: PlainDate;
  readonly errorOf: (field: keyof ProgrammeItem) => string | undefined;
}

function indexAt(list: Element, clientY: number): number {
  const rowsAbove = [...list.children].filter((row) => row.getBoundingClientRect().top < clientY);
  return Math.max(0, rowsAbove.length - 1);
}

/** The handle that drags its row with mouse, pen or finger. Keyboard and screen reader users have buttons instead. */
function Grip({ index, onMove }: { readonly index: number; readonly onMove: (to: number) => void }) {
  const latest = useRef({ index, onMove });
  useLayoutEffect(() => {
    latest.current = { index, onMove };
  });

  /** Listens on the window, because the row moves under the pointer. */
  function handlePointerDown({ currentTarget }: PointerEvent<HTMLElement>): void {
    const list = currentTarget.closest("ol");
    const drag = new AbortController();
    const { signal } = drag;
    function moveToPointer({ clientY }: { readonly clientY: number }): void {
      const to = list === null ? latest.current.index : indexAt(list, clientY);
      if (to !== latest.current.index) latest.current.onMove(to);
    }
    globalThis.addEventListener("pointermove", moveToPointer, { signal });
    for (const end of ["pointerup", "pointercancel"]) globalThis.addEventListener(end, () => drag.abort(), { signal });
  }

  return (
    <span aria-hidden="true" className="programme-grip" onPointerDown={handlePointerDown}>
      <GripVertical />
    </span>
  );
}

interface RowFieldProps {
  readonly id: string;
  readonly field: keyof ProgrammeItem;
  readonly error: string | undefined;
  readonly className?: string | undefined;
  readonly children: (control: { readonly id: string; readonly describedBy: string | undefined }) => ReactNode;
}

/** A field with its label, which a wide screen shows once above all rows. */
function RowField({ id: rowId, field, error, className = "min-w-0", children }: RowFieldProps) {
  const id = `${rowId}-${field}`;
  const errorId = `${id}-error`;
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1 block text-tiny font-semibold md:sr-only">
        {PROGRAMME_LABELS[field]}
      </label>
      {children({ id, describedBy: error === undefined ? undefined : errorId })}
      {error === undefined ? null : <FieldError id={errorId}>{sentenceOf(errorCodeOf(error))}</FieldError>}
    </div>
  );
}

type RowButtonsProps = Pick<ProgrammeRowProps, "row" | "index" | "count" | "onMove" | "onRemove">;

function RowButtons({ row, index, count, onMove, onRemove }: RowButtonsProps) {
  const position = index + 1;
  return (
    <>
      <IconButton
        label={moveUp(row.title, position)}
        icon={<ArrowUp />}
        data-step
        disabled={index === 0}
        onClick={() => onMove(index, index - 1)}
      />
      <IconButton
        label={moveDown(row.title, position)}
        icon={<ArrowDown />}
        data-step
        disabled={position === count}
        onClick={() => onMove(index, index + 1)}
      />
      <IconButton
        label={removeTitle(row.title, position)}
        icon={<Trash2 />}
        tone="danger"
        onClick={() => onRemove(row)}
      />
    </>
  );
}

/** One title in the editor. A phone hides the empty fields for link and note until the user unfolds them. */
export function ProgrammeRow(props: ProgrammeRowProps) {
  const { row, index, titles, today, errorOf, onType, onChoose, onEnter, onMove } = props;
  const id = useId();
  const [isUnfolded, setIsUnfolded] = useState(false);
  const areLinkAndNoteShown = isUnfolded || row.link !== "" || row.note !== "" || errorOf("link") !== undefined;

  function handleKeyDown(event: KeyboardEvent): void {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onEnter(row);
  }

  function renderField(field: "key" | "link" | "note", className?: string) {
    const isLink = field === "link";
    return (
      <RowField id={id} field={field} error={errorOf(field)} className={className}>
        {({ id: fieldId, describedBy }) => (
          <input
            id={fieldId}
            type={isLink ? "url" : "text"}
            dir={isLink ? "ltr" : "auto"}
            autoComplete="off"
            placeholder={isLink ? programmeText.linkPlaceholder : undefined}
            aria-describedby={describedBy}
            aria-invalid={describedBy !== undefined || undefined}
            className={`${CONTROL_CLASS} min-h-11!`}
            value={row[field]}
            onChange={({ target }) => onType(row, field, target.value)}
            onKeyDown={handleKeyDown}
          />
        )}
      </RowField>
    );
  }

  return (
    <li data-row={row.id} className="programme-row">
      <Grip index={index} onMove={(to) => onMove(index, to)} />
      <span aria-hidden="true" className="programme-number">
        {index + 1}
      </span>
      <RowField id={id} field="title" error={errorOf("title")} className="programme-title">
        {({ id: fieldId, describedBy }) => (
          <TitleField
            id={fieldId}
            value={row.title}
            describedBy={describedBy}
            titles={titles}
            today={today}
            onType={(text) => onType(row, "title", text)}
            onChoose={(known) => onChoose(row, known)}
            onEnter={() => onEnter(row)}
          />
        )}
      </RowField>
      {renderField("key", "programme-key")}
      <div className={`programme-more ${areLinkAndNoteShown ? "" : "max-md:hidden"}`}>
        {renderField("link")}
        {renderField("note")}
      </div>
      <div className="programme-buttons">
        {areLinkAndNoteShown ? null : (
          <Button variant="quiet" size="compact" className="mr-auto md:hidden" onClick={() => setIsUnfolded(true)}>
            {programmeText.more}
          </Button>
        )}
        <RowButtons {...props} />
      </div>
    </li>
  );
}
