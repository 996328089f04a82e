import { useEffect, useRef } from "react";
import { AnswerSign } from "#client/music/signs/answer-sign.tsx";
import { EventSign } from "#client/music/signs/event-sign.tsx";
import { RepairSign } from "#client/music/signs/repair-sign.tsx";
import { dateOf, timeOf } from "#client/planning/today.ts";
import { gridText, printedOn } from "#text/grid/grid.ts";
import { ANSWER_WORDS, LIST_STATE_WORDS } from "#text/phrases/availability.ts";
import { LINE_UP_TO_REPAIR } from "#text/phrases/line-up-to-repair.ts";

const ANSWERS = ["present", "absent", null] as const;
const STATES = ["complete", "not_together", "roles_to_fill", "out_of_reach"] as const;

function printedNow(): string {
  const now = new Date();
  return printedOn(dateOf(now), timeOf(now));
}

/** On paper only: when it was printed. */
function PrintedOn() {
  const lineRef = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    function handlePrint(): void {
      // Written directly, because React would write it after the page is printed.
      if (lineRef.current !== null) lineRef.current.textContent = printedNow();
    }
    window.addEventListener("beforeprint", handlePrint);
    return () => window.removeEventListener("beforeprint", handlePrint);
  }, []);
  return (
    <p ref={lineRef} className="ml-auto hidden print:block">
      {printedNow()}
    </p>
  );
}

interface GridFootProps {
  /** Whether a line-up is kept for an event of the month. */
  readonly hasLineUp: boolean;
  /** Whether one of them is to be repaired, for those who may do it. */
  readonly hasBroken: boolean;
}

/** What the signs mean. The answers alone are explained on paper, where events have no sign. */
export function GridFoot({ hasLineUp, hasBroken }: GridFootProps) {
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-1.5 text-tiny text-ink-2">
      <ul className="flex flex-wrap gap-x-4 gap-y-1.5">
        {ANSWERS.map((answer) => (
          <li key={answer} className="flex items-center gap-1.5">
            <AnswerSign answer={answer} size={15} className={`grid-answer-${answer ?? "none"}`} />
            {ANSWER_WORDS[answer ?? "none"]}
          </li>
        ))}
        {STATES.map((state) => (
          <li key={state} className="flex items-center gap-1.5 print:hidden">
            <EventSign state={state} size={15} />
            {LIST_STATE_WORDS[state]}
          </li>
        ))}
        {hasBroken ? (
          <li className="flex items-center gap-1.5 print:hidden">
            <RepairSign size={15} />
            {LINE_UP_TO_REPAIR}
          </li>
        ) : null}
      </ul>
      {hasLineUp ? <p className="print:hidden">{gridText.rolesTaken}</p> : null}
      <PrintedOn />
    </div>
  );
}
