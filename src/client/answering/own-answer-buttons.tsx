import { type ComponentProps, useEffect, useRef, useState } from "react";
import type { Answer } from "#domain/availability/availability.ts";
import { afterPaint } from "../ui/page/after-paint.ts";
import { AnswerButtons } from "./answer-buttons.tsx";

interface OwnAnswerButtonsProps extends Omit<ComponentProps<typeof AnswerButtons>, "onAnswer"> {
  /** Resolves once the answer is saved, or refused. */
  readonly onAnswer: (answer: Answer) => Promise<void>;
}

interface Press {
  readonly answer: Answer;
  /** The answer of before. As soon as it is another one, the press has had its effect. */
  readonly before: Answer | null;
}

/**
 * The buttons of the user's own answer. A pressed one looks pressed in the next frame, and the answer is given once that
 * is painted: all that changes with it takes a slow phone several frames.
 */
export function OwnAnswerButtons({ answer, onAnswer, ...look }: OwnAnswerButtonsProps) {
  const [press, setPress] = useState<Press | null>(null);
  /** Not given yet; a later press takes its place. */
  const waitingRef = useRef<Press>(null);
  const giveNowRef = useRef<() => void>(undefined);
  // A screen that is left gives what was pressed on it.
  useEffect(() => () => giveNowRef.current?.(), []);
  if (press !== null && press.before !== answer) setPress(null);

  async function give(): Promise<void> {
    const own = waitingRef.current;
    waitingRef.current = null;
    if (own === null) return;
    await onAnswer(own.answer);
    setPress((latest) => (latest === own ? null : latest));
  }

  function handleAnswer(next: Answer): void {
    const own: Press = { answer: next, before: answer };
    setPress(own);
    if (waitingRef.current === null) giveNowRef.current = afterPaint(() => void give());
    waitingRef.current = own;
  }

  return <AnswerButtons {...look} answer={press?.answer ?? answer} onAnswer={handleAnswer} />;
}
