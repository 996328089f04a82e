import { type ComponentProps, useState } from "react";
import type { Answer } from "#domain/availability/availability.ts";
import { ANSWER_WORDS, availabilityText } from "#text/phrases/availability.ts";
import { AnswerSign } from "../music/signs/answer-sign.tsx";

interface AnswerButtonsProps {
  readonly answer: Answer | null;
  readonly onAnswer: (answer: Answer) => void;
  /** Height in pixels: `page` 60; `card` 44, or 40 in the aside of a wide screen. */
  readonly size?: "page" | "card" | undefined;
  /** Accessible name of the button group, where a screen has several. */
  readonly label?: string | undefined;
}

const ANSWERS = ["present", "absent"] as const;

/** Forced colours drop the fill that says which one is pressed. */
const MARKED =
  "forced-color-adjust-none forced-colors:border-marked forced-colors:bg-marked forced-colors:text-on-marked";
const PRESSED: Readonly<Record<Answer, string>> = {
  present: `border-ok bg-ok text-surface ${MARKED}`,
  absent: `border-absent bg-absent text-surface ${MARKED}`,
};

const SIZES = {
  page: { gap: "gap-2", button: "min-h-15 gap-3 text-name", sign: 20 },
  card: { gap: "gap-1.5", button: "min-h-11 gap-1.5 text-small lg:min-h-10", sign: 17 },
} as const;

function lookOf(answer: Answer, given: Answer | null): string {
  if (answer === given) return PRESSED[answer];
  return `border-edge bg-surface hover:bg-sunk ${given === null ? "text-ink" : "text-ink-2"}`;
}

/**
 * Two equal halves; stacked where large text leaves no room. Pressing the selected one again never takes an answer back,
 * so that a double tap loses none.
 */
export function AnswerButtons({ answer: given, onAnswer, size = "card", label }: AnswerButtonsProps) {
  const { gap, button, sign } = SIZES[size];
  return (
    <fieldset aria-label={label} className={`grid min-w-0 grid-cols-[repeat(auto-fit,minmax(5.1rem,1fr))] ${gap}`}>
      {ANSWERS.map((answer) => (
        <button
          key={answer}
          type="button"
          aria-pressed={answer === given}
          onClick={() => onAnswer(answer)}
          className={`answer-button ${button} ${lookOf(answer, given)}`}
        >
          <AnswerSign
            answer={answer}
            isFull={answer === given}
            size={sign}
            className={answer === given ? "" : undefined}
          />
          {ANSWER_WORDS[answer]}
        </button>
      ))}
    </fieldset>
  );
}

interface OwnAnswerButtonsProps extends Omit<ComponentProps<typeof AnswerButtons>, "onAnswer"> {
  readonly onAnswer: (answer: Answer) => Promise<void>;
}

interface Press {
  readonly answer: Answer;
}

/**
 * The buttons of the user's own answer. A pressed one looks pressed in the next frame. All else that changes with it
 * takes a slow phone several frames, and comes after (`createShownPlanning`).
 */
export function OwnAnswerButtons({ answer, onAnswer, ...look }: OwnAnswerButtonsProps) {
  const [press, setPress] = useState<Press | null>(null);
  if (press?.answer === answer) setPress(null);

  async function give(own: Press): Promise<void> {
    setPress(own);
    await onAnswer(own.answer);
    setPress((latest) => (latest === own ? null : latest));
  }

  return (
    <AnswerButtons {...look} answer={press?.answer ?? answer} onAnswer={(pressed) => void give({ answer: pressed })} />
  );
}

/** Stands where an answer could be withdrawn: the person gave none, and is in an absence. */
export function AbsenceLine() {
  return (
    <p className="flex items-center gap-1.5 text-tiny text-ink-2">
      <AnswerSign answer="absent" isFull={false} size={15} />
      {availabilityText.inAbsence}
    </p>
  );
}
