import { type ComponentProps, useState } from "react";
import type { RefusalCode } from "#contract/planning/planning-change.ts";
import { type Answer, type GivenNote, givenAnswerOf, isInAbsence } from "#domain/availability/availability.ts";
import type { Person } from "#domain/people/people.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { answerNoted, ownAnswerText } from "#text/event/event.ts";
import { actionText } from "#text/phrases/actions.ts";
import { ANSWER_WORDS, availabilityText } from "#text/phrases/availability.ts";
import { useAlsoPresent } from "../line-up/use-play-questions.ts";
import { AnswerSign } from "../music/signs/answer-sign.tsx";
import { usePlanningEnvironment, useSubmit } from "../planning/planning-hooks.ts";
import { useToast } from "../ui/overlays/toast.tsx";
import { Alert } from "../ui/surfaces/message.tsx";
import { RefusalSentence } from "./refusal-sentence.tsx";

interface AnswerButtonsProps {
  readonly answer: Answer | null;
  readonly onAnswer: (answer: Answer) => void;
  /** Height in pixels: `page` 60; `card` 44, or 40 in the aside of a wide screen. */
  readonly size?: "page" | "card" | undefined;
  /** Accessible name of the button group, if the screen has several. */
  readonly label?: string | undefined;
}

const ANSWERS = ["present", "absent"] as const;

/** In forced-colours mode, browsers remove the background that shows which button is pressed. This sets another one. */
const FORCED_COLOURS =
  "forced-color-adjust-none forced-colors:border-marked forced-colors:bg-marked forced-colors:text-on-marked";
const PRESSED: Readonly<Record<Answer, string>> = {
  present: `border-ok bg-ok text-surface ${FORCED_COLOURS}`,
  absent: `border-absent bg-absent text-surface ${FORCED_COLOURS}`,
};

const SIZES = {
  page: { gap: "gap-2", button: "min-h-15 gap-3 text-name", sign: 20 },
  card: { gap: "gap-1.5", button: "min-h-11 gap-1.5 text-small lg:min-h-10", sign: 17 },
} as const;

function colourClass(answer: Answer, given: Answer | null): string {
  if (answer === given) return PRESSED[answer];
  return `border-edge bg-surface hover:bg-sunk ${given === null ? "text-ink" : "text-ink-2"}`;
}

/**
 * The buttons « Présent » and « Absent » of equal width, stacked if large text leaves no room. Pressing the selected one again
 * does not withdraw the answer, so a double tap loses nothing.
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
          className={`answer-button ${button} ${colourClass(answer, given)}`}
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

/** An object, so that two presses of the same button can be distinguished. */
interface Press {
  readonly answer: Answer;
}

/**
 * `AnswerButtons` that show a press in the next frame, before the answer is stored. The rest of the screen changes later,
 * because that takes a slow phone several frames (`oncePainted` of the shared source).
 */
export function OwnAnswerButtons({ answer, onAnswer, ...rest }: OwnAnswerButtonsProps) {
  const [press, setPress] = useState<Press | null>(null);
  // The answer is stored now, so the press need not be shown any longer.
  if (press?.answer === answer) setPress(null);

  async function give(ownPress: Press): Promise<void> {
    setPress(ownPress);
    await onAnswer(ownPress.answer);
    setPress((latest) => (latest === ownPress ? null : latest));
  }

  return (
    <AnswerButtons {...rest} answer={press?.answer ?? answer} onAnswer={(pressed) => void give({ answer: pressed })} />
  );
}

/** Shown instead of the button that withdraws an answer, if the person gave none and has an absence on that day. */
export function AbsenceLine() {
  return (
    <p className="flex items-center gap-1.5 text-tiny text-ink-2">
      <AnswerSign answer="absent" isFull={false} size={15} />
      {availabilityText.inAbsence}
    </p>
  );
}

/** Options for an answer that the user gives for somebody else. */
interface ForOtherOptions {
  /** Called when the answer was refused, even if the buttons are no longer shown. */
  readonly onRefused?: (code: RefusalCode) => void;
  /** The message after the answer was saved. */
  readonly savedMessage: (answer: Answer | null) => string;
}

/** One person's answer to one event, and how to change it. Without `forOther`, the person is the user. */
export function useAnswering(event: PlannedEvent, person: Person, forOther?: ForOtherOptions) {
  const submit = useSubmit();
  const userId = usePlanningEnvironment().viewer.id;
  const alsoPresent = useAlsoPresent();
  const showToast = useToast();
  const [refusal, setRefusal] = useState<RefusalCode | null>(null);
  const former = event.availability.find((entry) => entry.userId === person.id);
  const answer = givenAnswerOf(event.availability, person.id);

  async function save(given: Answer | null, note: GivenNote): Promise<boolean> {
    // Remove the alert, so that screen readers announce the same refusal again.
    setRefusal(null);
    const outcome = await submit({ type: "availability.set", eventId: event.id, person, answer: given, ...note });
    if (outcome.status !== "refused") return true;
    setRefusal(outcome.code);
    forOther?.onRefused?.(outcome.code);
    return false;
  }

  function toastFor(given: Answer | null) {
    return {
      message: forOther ? forOther.savedMessage(given) : answerNoted(given, event.date),
      icon: <AnswerSign answer={given} isFull={false} className="" />,
    };
  }

  const author: GivenNote = forOther ? { saidBy: userId } : {};

  /** Restores the former answer with its comment. */
  async function undo(): Promise<void> {
    const note = former?.comment === undefined ? author : { ...author, comment: former.comment };
    if (await save(answer, note)) showToast(toastFor(answer));
  }

  // Undoing an answer for somebody else would store the user as the author of an answer that the person gave themselves.
  const isUndoable = !forOther || former === undefined || former.saidBy === userId;

  async function saveAndNotify(given: Answer | null): Promise<void> {
    if (!(await save(given, author))) return;
    showToast({
      ...toastFor(given),
      ...(given === "present" && !forOther && { more: alsoPresent([event], person.id) }),
      ...(isUndoable && { actionLabel: actionText.cancel, onAction: () => void undo() }),
    });
  }

  /** Whether somebody else gave the answer for the user, who can make it their own by giving it again. */
  const isConfirmable = !forOther && former?.saidBy !== undefined;

  return {
    answer,
    /** Whether the person has an absence on the day of the event. */
    isInAbsence: isInAbsence(event.availability, person.id),
    /** Why the latest answer was not saved; `null` if it was. */
    refusal,
    /** Saves the answer and offers to undo it. Resolves when it is saved or refused. The same answer again does nothing. */
    give: async (given: Answer | null): Promise<void> => {
      if (given !== answer || isConfirmable) await saveAndNotify(given);
    },
  };
}

interface NotSavedProps {
  /** Why the latest answer was not saved; `null` if it was. */
  readonly code: RefusalCode | null;
  readonly className?: string;
}

/** Says that the answer was not saved, and why. */
export function NotSaved({ code, className = "" }: NotSavedProps) {
  if (code === null) return null;
  return (
    <Alert className={className} detail={<RefusalSentence code={code} />}>
      {ownAnswerText.notSaved}
    </Alert>
  );
}
