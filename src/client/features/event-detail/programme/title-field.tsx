import { type KeyboardEvent, useId, useState } from "react";
import { CONTROL_CLASS } from "#client/ui/fields/field.tsx";
import type { PlainDate } from "#domain/calendar/calendar.ts";
import { type IndexedTitle, type KnownTitle, type Suggestion, suggestionsFor } from "#domain/programme/repertoire.ts";
import { playedSentence, programmeText } from "#text/event/programme.ts";

/** As many as a phone shows above its keyboard. */
const SUGGESTIONS_MAX = 5;

interface TitleFieldProps {
  readonly id: string;
  readonly value: string;
  readonly describedBy: string | undefined;
  readonly titles: readonly IndexedTitle[];
  readonly today: PlainDate;
  readonly onType: (title: string) => void;
  readonly onChoose: (known: KnownTitle) => void;
  /** Called when Enter is pressed and no suggestion is shown. */
  readonly onEnter: () => void;
}

interface OptionProps {
  readonly id: string;
  readonly suggestion: Suggestion;
  readonly today: PlainDate;
  readonly isActive: boolean;
  readonly onChoose: () => void;
}

function Option({ id, suggestion, today, isActive, onChoose }: OptionProps) {
  const { known, typed } = suggestion;
  // The part of the title that the user typed is bold.
  const [start, end] = typed;
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field handles the keys
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      className="flex min-h-14 cursor-pointer items-center gap-3 rounded-small px-3 py-1.5 hover:bg-sunk aria-selected:bg-sunk"
      tabIndex={-1}
      // Keeps the focus in the field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <span className="min-w-0 grow">
        <span dir="auto" className="block text-control font-normal wrap-anywhere">
          {known.title.slice(0, start)}
          <b className="font-bold">{known.title.slice(start, end)}</b>
          {known.title.slice(end)}
        </span>
        <span className="block text-tiny text-ink-2">{playedSentence(known, today)}</span>
      </span>
      {known.key === undefined ? null : (
        <span className="key-chip self-center! in-aria-selected:bg-surface">{known.key}</span>
      )}
    </div>
  );
}

/** The title field. It suggests titles that the group knows (an ARIA combobox); Enter takes the active suggestion. */
export function TitleField(props: TitleFieldProps) {
  const { id, value, describedBy, titles, today, onType, onChoose, onEnter } = props;
  const listId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(0);
  const suggestions = isOpen ? suggestionsFor(value, titles, SUGGESTIONS_MAX) : [];
  const chosen = suggestions[active];

  function choose(known: KnownTitle): void {
    setIsOpen(false);
    onChoose(known);
  }

  function handleKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    const count = suggestions.length;
    if (event.key === "Enter") {
      event.preventDefault();
      if (chosen === undefined) onEnter();
      else choose(chosen.known);
    } else if (event.key === "Escape" && count > 0) {
      event.stopPropagation();
      setIsOpen(false);
    } else if (count > 0 && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      setActive((active + (event.key === "ArrowDown" ? 1 : count - 1)) % count);
    }
  }

  return (
    <div className="relative">
      <input
        id={id}
        type="text"
        role="combobox"
        dir="auto"
        autoComplete="off"
        autoCapitalize="sentences"
        enterKeyHint="next"
        aria-autocomplete="list"
        aria-expanded={suggestions.length > 0}
        aria-controls={listId}
        aria-activedescendant={chosen && `${listId}-${active}`}
        aria-describedby={describedBy}
        aria-invalid={describedBy !== undefined || undefined}
        className={`${CONTROL_CLASS} min-h-11!`}
        value={value}
        onChange={({ target }) => {
          onType(target.value);
          setIsOpen(true);
          setActive(0);
        }}
        onKeyDown={handleKeyDown}
        onBlur={() => setIsOpen(false)}
      />
      <div
        id={listId}
        role="listbox"
        aria-label={programmeText.suggestions}
        hidden={suggestions.length === 0}
        className="programme-suggestions"
      >
        {suggestions.map((suggestion, index) => (
          <Option
            key={suggestion.known.title}
            id={`${listId}-${index}`}
            suggestion={suggestion}
            today={today}
            isActive={index === active}
            onChoose={() => choose(suggestion.known)}
          />
        ))}
      </div>
    </div>
  );
}
