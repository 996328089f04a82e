import { SlidersHorizontal } from "lucide-react";
import { type ReactNode, useId } from "react";
import { FoldButton } from "#client/ui/buttons/fold-button.tsx";
import { eventCreationText, setDetails } from "#text/event/event-form.ts";
import { setRoles } from "#text/groups/required-roles.ts";
import { capitalised } from "#text/phrases/marks.ts";
import { choiceInWords } from "../draft/end-choice.ts";
import { type EventDraft, frequencyOf } from "../draft/event-draft.ts";

interface FoldedFieldsProps {
  readonly draft: EventDraft;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly children: ReactNode;
}

/** « Chaque semaine · jusqu'à 11:30 · 5 rôles nécessaires »; empty if nothing is set. */
function setInWords(draft: EventDraft): string {
  const parts = [
    setDetails({ ...draft, endTime: choiceInWords(draft.endTime), every: frequencyOf(draft) ?? "" }),
    setRoles(draft.requiredRoles),
  ];
  return capitalised(parts.filter((part) => part !== "").join(" · "));
}

/** The optional fields. On a phone one line that opens them; closed, it says what is set. */
export function FoldedFields({ draft, isOpen, onToggle, children }: FoldedFieldsProps) {
  const id = useId();
  const set = isOpen ? "" : setInWords(draft);
  return (
    <div className={`border-line sm:border-t sm:pt-5 ${isOpen ? "border-t pt-1" : ""}`}>
      <FoldButton
        controls={id}
        isOpen={isOpen}
        onToggle={onToggle}
        className={`min-h-13 rounded-control py-2 font-semibold text-primary ${isOpen ? "" : "bg-sunk px-3.5"}`}
      >
        <SlidersHorizontal className="flex-none" />
        <span className="min-w-0 grow">
          {eventCreationText.more}
          {set === "" ? null : <span className="block text-small font-normal text-ink-2">{set}</span>}
        </span>
      </FoldButton>
      <div id={id} className={`flex-col gap-5 sm:flex ${isOpen ? "mt-2 flex sm:mt-0" : "hidden"}`}>
        {children}
      </div>
    </div>
  );
}
