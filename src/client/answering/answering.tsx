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
  /** Accessible name of the button group, where a screen has several. */
  readonly label?: string | undefined;
}

const ANSWERS = ["present", "absent"] as const;

/** In forced colours, browsers drop the fill that shows which button is pressed. */
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
 * Two buttons of equal width, stacked where large text leaves no room. Pressing the selected one again does not withdraw
 * the answer, so a double tap loses nothing.
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
 * A pressed button looks pressed in the next frame. The rest of the screen follows later, because it takes a slow phone
 * several frames (`oncePainted` of the shared source).
 */
export function OwnAnswerButtons({ answer, onAnswer, ...look }: OwnAnswerButtonsProps) {
  const [press, setPress] = useState<Press | null>(null);
  if (press?.answer === answer) setPress(null);

  async function give(ownPress: Press): Promise<void> {
    setPress(ownPress);
    await onAnswer(ownPress.answer);
    setPress((latest) => (latest === ownPress ? null : latest));
  }

  return (
    <AnswerButtons {...look} answer={press?.answer ?? answer} onAnswer={(pressed) => void give({ answer: pressed })} />
  );
}

/** Shown in place of the button that withdraws an answer, for a person who gave none and is in an absence. */
export function AbsenceLine() {
  return (
    <p className="flex items-center gap-1.5 text-tiny text-ink-2">
      <AnswerSign answer="absent" isFull={false} size={15} />
      {availabilityText.inAbsence}
    </p>
  );
}

/** For an answer that the user gives for somebody else. */
interface InTheNameOf {
  /** Called even if the buttons are gone by then. */
  readonly onRefused?: (code: RefusalCode) => void;
  /** Message after the answer was saved. */
  readonly noted: (answer: Answer | null) => string;
}

/** One person's answer to one event. Without `by`, the person is the user. */
export function useAnswering(event: PlannedEvent, person: Person, by?: InTheNameOf) {
  const submit = useSubmit();
  const userId = usePlanningEnvironment().viewer.id;
  const alsoPresent = useAlsoPresent();
  const showToast = useToast();
  const [refusal, setRefusal] = useState<RefusalCode | null>(null);
  const former = event.availability.find((entry) => entry.userId === person.id);
  const answer = givenAnswerOf(event.availability, person.id);

  async function save(given: Answer | null, note: GivenNote): Promise<boolean> {
    // The alert goes, so that the same refusal is announced again.
    setRefusal(null);
    const outcome = await submit({ type: "availability.set", eventId: event.id, person, answer: given, ...note });
    if (outcome.status !== "refused") return true;
    setRefusal(outcome.code);
    by?.onRefused?.(outcome.code);
    return false;
  }

  function toastFor(given: Answer | null) {
    return {
      message: by ? by.noted(given) : answerNoted(given, event.date),
      icon: <AnswerSign answer={given} isFull={false} className="" />,
    };
  }

  const author: GivenNote = by ? { saidBy: userId } : {};

  /** Restores the former answer with its comment. */
  async function undo(): Promise<void> {
    const note = former?.comment === undefined ? author : { ...author, comment: former.comment };
    if (await save(answer, note)) showToast(toastFor(answer));
  }

  // Somebody else cannot restore, in their own name, an answer that the person gave themselves.
  const isUndoable = !by || former === undefined || former.saidBy === userId;

  async function saveAndNotify(given: Answer | null): Promise<void> {
    if (!(await save(given, author))) return;
    showToast({
      ...toastFor(given),
      ...(given === "present" && !by && { more: alsoPresent([event], person.id) }),
      ...(isUndoable && { actionLabel: actionText.cancel, onAction: () => void undo() }),
    });
  }

  /** An answer that somebody gave for the person becomes their own when they give it themselves. */
  const isConfirmable = !by && former?.saidBy !== undefined;

  return {
    answer,
    isInAbsence: isInAbsence(event.availability, person.id),
    /** Why the latest answer was not saved; `null` if it was. */
    refusal,
    /**
     * Saves the answer and offers to undo it; resolves when it is saved, or refused. Giving the same answer again does
     * nothing.
     */
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

export function NotSaved({ code, className = "" }: NotSavedProps) {
  if (code === null) return null;
  return (
    <Alert className={className} detail={<RefusalSentence code={code} />}>
      {ownAnswerText.notSaved}
    </Alert>
  );
}
