import { useId, useRef } from "react";
import { addPeopleText } from "#text/users/add-people.ts";

interface ListAreaProps {
  readonly value: string;
  /** Numbers of the lines to fix. */
  readonly wrong: ReadonlySet<number>;
  readonly onType: (text: string) => void;
  readonly onPaste: (text: string) => void;
}

/** A text area with the number of each line beside it. Lines do not wrap, so that numbers and lines stay together. */
export function ListArea({ value, wrong, onType, onPaste }: ListAreaProps) {
  const id = useId();
  const numbersRef = useRef<HTMLDivElement>(null);
  const isPasted = useRef(false);
  const count = value === "" ? 0 : value.split("\n").length;
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1.5 block text-small font-semibold">
        {addPeopleText.area}
      </label>
      <div className="relative">
        <textarea
          id={id}
          aria-describedby={`${id}-hint`}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          wrap="off"
          rows={7}
          placeholder={addPeopleText.example}
          value={value}
          onPaste={() => {
            isPasted.current = true;
          }}
          onChange={({ target }) => {
            if (isPasted.current) onPaste(target.value);
            else onType(target.value);
            isPasted.current = false;
          }}
          onScroll={({ currentTarget: { scrollTop } }) => {
            numbersRef.current?.style.setProperty("translate", `0 ${-scrollTop}px`);
          }}
          className="control resize-y py-1.5 pl-[52px] leading-9 max-md:max-h-[60dvh]"
        />
        {/* Opaque: a long line scrolls below it. */}
        <div
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-px left-px w-[45px] overflow-hidden rounded-l-[11px] bg-surface"
        >
          <div ref={numbersRef} className="py-1.5 text-right text-small leading-9 text-ink-2">
            {Array.from({ length: count }, (_, index) => (
              <div key={index} className={wrong.has(index + 1) ? "pr-2.5 font-semibold text-missing" : "pr-2.5"}>
                {index + 1}
              </div>
            ))}
          </div>
        </div>
      </div>
      <p id={`${id}-hint`} className="mt-1.5 text-small text-ink-2">
        {addPeopleText.areaHint}
      </p>
    </div>
  );
}
