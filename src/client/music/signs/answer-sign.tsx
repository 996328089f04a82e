import type { ReactNode } from "react";
import type { Answer } from "#domain/availability/availability.ts";
import { ANSWER_CUTS, ANSWER_FRAME, ANSWER_MARKS } from "./answer-shapes.ts";

export interface SignProps {
  /** In pixels. */
  readonly size?: number | undefined;
  /** Accessible name, if no text is beside it. */
  readonly label?: string | undefined;
  readonly className?: string | undefined;
}

/** The `<svg>` of a sign, on a grid of 16 by 16, in the colour of the surrounding text. */
export function Sign({ size = 16, label, className = "", children }: SignProps & { readonly children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 16 16"
      width={size}
      height={size}
      className={`flex-none ${className}`}
      fill="currentColor"
      fillRule="evenodd"
      {...(label === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": label })}
    >
      {children}
    </svg>
  );
}

interface AnswerSignProps extends SignProps {
  readonly answer: Answer | null;
  /** Filled or outlined. Default: filled for present, outlined for absent. */
  readonly isFull?: boolean | undefined;
}

function Outlined({ mark }: { readonly mark: string }) {
  return (
    <g fill="none" stroke="currentColor" strokeWidth="1.7" strokeLinecap="round" strokeLinejoin="round">
      <rect x="1.4" y="1.4" width="13.2" height="13.2" rx="3.8" />
      <path d={mark} />
    </g>
  );
}

function Unanswered() {
  return (
    <g fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinecap="butt">
      <rect x="1.4" y="1.4" width="13.2" height="13.2" rx="3.8" strokeDasharray="2.4 2.06" />
      <path d="M6.2 6.300a1.8 1.8 0 1 1 2.7 1.600c-.6.3-.9.7-.9 1.3" strokeLinecap="round" />
      <circle cx="8" cy="11.4" r=".95" fill="currentColor" stroke="none" />
    </g>
  );
}

const COLOURS = { present: "text-ok", absent: "text-absent", none: "text-unanswered" } as const;

/** A person's answer: a square with a check (present), a cross (absent) or a question mark (none). */
export function AnswerSign({ answer, isFull = answer === "present", className, ...rest }: AnswerSignProps) {
  return (
    <Sign {...rest} className={className ?? COLOURS[answer ?? "none"]}>
      {answer === null ? <Unanswered /> : null}
      {answer === "present" &&
        (isFull ? <path d={ANSWER_FRAME + ANSWER_CUTS.present} /> : <Outlined mark={ANSWER_MARKS.present} />)}
      {answer === "absent" &&
        (isFull ? <path d={ANSWER_FRAME + ANSWER_CUTS.absent} /> : <Outlined mark={ANSWER_MARKS.absent} />)}
    </Sign>
  );
}
