import { ChevronDown } from "lucide-react";
import { type Ref, useId, useState } from "react";
import { ANSWER_HOURS, type AnswerHours } from "#domain/notifications/asking.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import { CONTROL_CLASS } from "#client/ui/fields/field.tsx";
import { askingText, hoursToAnswer } from "#text/event/asking.ts";

interface OrderControlsProps {
  readonly disabled: boolean;
  readonly isPending: boolean;
  /** Of the button. */
  readonly ref: Ref<HTMLButtonElement>;
  readonly onAsk: (hours: AnswerHours) => void;
}

/** Asks one person after the other, each with a time to answer. */
export function OrderControls({ disabled, isPending, ref, onAsk }: OrderControlsProps) {
  const id = useId();
  const [hours, setHours] = useState<AnswerHours>(6);
  return (
    <div className="mt-3">
      <div className="flex flex-wrap items-center gap-2 text-small">
        <label htmlFor={id}>{askingText.leave}</label>
        <span className="relative w-24">
          <select
            id={id}
            aria-describedby={`${id}-after`}
            className={`${CONTROL_CLASS} appearance-none pr-9`}
            value={hours}
            disabled={disabled}
            onChange={({ target }) => setHours(ANSWER_HOURS.find((each) => String(each) === target.value) ?? hours)}
          >
            {ANSWER_HOURS.map((each) => (
              <option key={each} value={each}>
                {hoursToAnswer(each)}
              </option>
            ))}
          </select>
          <ChevronDown className="pointer-events-none absolute top-[15px] right-[13px] text-ink-2" />
        </span>
        <span id={`${id}-after`}>{askingText.toAnswer}</span>
      </div>
      <Button
        ref={ref}
        fullWidth
        className="mt-2"
        disabled={disabled}
        isPending={isPending}
        onClick={() => onAsk(hours)}
      >
        {askingText.askInOrder}
      </Button>
    </div>
  );
}
