import type { Answer } from "#domain/availability/availability.ts";
import { Sign, type SignProps } from "./sign.tsx";

interface AnswerSignProps extends SignProps {
  readonly answer: Answer | null;
  /** Filled or outlined. Default: filled for present, outlined for absent. */
  readonly isFull?: boolean | undefined;
}

const FRAME =
  "M5.2 1h5.6A4.2 4.2 0 0 1 15 5.200v5.600a4.2 4.2 0 0 1-4.2 4.200H5.200A4.2 4.2 0 0 1 1 10.800V5.200A4.2 4.2 0 0 1 5.2 1Z";
const CHECK = "m4.9 8.3 2.2 2.2 4-4.5";
const CROSS = "m5.6 5.6 4.8 4.800m0-4.8-4.8 4.8";
const CHECK_CUT =
  "M5.47 7.630L7.06 9.210L10.59 5.170A.95 .95 0 0 1 12.01 6.430L7.81 11.230A.95 .95 0 0 1 6.43 11.270L4.13 8.970A.95 .95 0 0 1 5.47 7.630Z";
const CROSS_CUT =
  "M10.83 9.560A.9 .9 0 0 1 9.56 10.830L8 9.270L6.44 10.830A.9 .9 0 0 1 5.17 9.560L6.73 8L5.17 6.440A.9 .9 0 0 1 6.44 5.170L8 6.730L9.56 5.170A.9 .9 0 0 1 10.83 6.440L9.27 8Z";

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

/** A person's answer: a square with a check, a cross, or a question mark. */
export function AnswerSign({ answer, isFull = answer === "present", className, ...rest }: AnswerSignProps) {
  return (
    <Sign {...rest} className={className ?? COLOURS[answer ?? "none"]}>
      {answer === null ? <Unanswered /> : null}
      {answer === "present" && (isFull ? <path d={FRAME + CHECK_CUT} /> : <Outlined mark={CHECK} />)}
      {answer === "absent" && (isFull ? <path d={FRAME + CROSS_CUT} /> : <Outlined mark={CROSS} />)}
    </Sign>
  );
}
