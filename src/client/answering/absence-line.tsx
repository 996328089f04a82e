import { availabilityText } from "#text/phrases/availability.ts";
import { AnswerSign } from "../music/signs/answer-sign.tsx";

/** Stands where an answer could be withdrawn: the person gave none, and is in an absence. */
export function AbsenceLine() {
  return (
    <p className="flex items-center gap-1.5 text-tiny text-ink-2">
      <AnswerSign answer="absent" isFull={false} size={15} />
      {availabilityText.inAbsence}
    </p>
  );
}
