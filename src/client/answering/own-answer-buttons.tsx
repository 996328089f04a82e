import { type ComponentProps, useState } from "react";
import type { Answer } from "#domain/availability/availability.ts";
import { AnswerButtons } from "./answer-buttons.tsx";

interface OwnAnswerButtonsProps extends Omit<ComponentProps<typeof AnswerButtons>, "onAnswer"> {
  /** Resolves once the answer is saved, or refused. */
  readonly onAnswer: (answer: Answer) => Promise<void>;
}

/** A press that the planning does not show yet. */
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
