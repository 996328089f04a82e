import { ChevronDown, History } from "lucide-react";
import { useId, useState } from "react";
import { addDays, compareScheduled } from "#domain/calendar/calendar.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import type { Programme } from "#domain/programme/programme.ts";
import { useGroupEvents, useNeed } from "#client/planning/planning-hooks.ts";
import { useToday } from "#client/planning/today.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import { programmeText, reusedFrom } from "#text/event/programme.ts";

const OFFERED = 4;

/** How far before today, or before a past event, and after today they are looked for: less than one read may ask for. */
const DAYS_AROUND = 180;

interface PastProgrammesProps {
  readonly event: PlannedEvent;
  readonly onReuse: (programme: Programme) => void;
}

function PastEvents({ event, onReuse }: PastProgrammesProps) {
  const { id, groupId, date } = event;
  const today = useToday();
  const from = addDays(date < today ? date : today, -DAYS_AROUND);
  const latest = addDays(today, DAYS_AROUND);
  const status = useNeed({ type: "days", groupId, from, to: date < latest ? date : latest });
  const events = useGroupEvents(groupId)
    .filter((other) => other.id !== id && other.date <= date && other.programme !== undefined)
    .toSorted((a, b) => compareScheduled(b, a))
    .slice(0, OFFERED);
  if (events.length === 0 && status === "loading") return null;
  if (events.length === 0) return <p className="text-small text-ink-2">{programmeText.noneBefore}</p>;
  return events.map((other) => (
    <Button key={other.id} size="compact" onClick={() => onReuse(other.programme ?? [])}>
      {reusedFrom(other)}
    </Button>
  ));
}

/** The programmes of the last events that have one: a press takes all titles of it. */
export function PastProgrammes({ event, onReuse }: PastProgrammesProps) {
  const listId = useId();
  const [isOpen, setIsOpen] = useState(false);

  function reuse(programme: Programme): void {
    setIsOpen(false);
    onReuse(programme);
  }

  return (
    <>
      <Button
        variant="quiet"
        size="compact"
        icon={<History />}
        aria-expanded={isOpen}
        aria-controls={listId}
        className="ml-auto max-w-full sm:-mr-3.5"
        onClick={() => setIsOpen(!isOpen)}
      >
        {programmeText.reuse}
        <ChevronDown className={isOpen ? "rotate-180" : ""} />
      </Button>
      <div id={listId} className="flex basis-full flex-wrap justify-end gap-2 empty:hidden" aria-live="polite">
        {isOpen ? <PastEvents event={event} onReuse={reuse} /> : null}
      </div>
    </>
  );
}
