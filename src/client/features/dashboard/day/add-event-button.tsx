import { Plus } from "lucide-react";
import { useLocation } from "wouter";
import type { PlainDate } from "#domain/calendar/calendar.ts";
import { IconButton } from "#client/ui/buttons/icon-button.tsx";
import { createEventPage } from "#client/pages.ts";
import { addEventOn } from "#text/dashboard/dashboard.ts";

interface AddEventButtonProps {
  readonly date: PlainDate;
  readonly tabIndex?: 0 | -1;
  readonly className?: string;
}

/** Opens the form for a new event on that date. */
export function AddEventButton({ date, tabIndex, className = "" }: AddEventButtonProps) {
  const [, navigate] = useLocation();
  return (
    <IconButton
      label={addEventOn(date)}
      icon={<Plus />}
      tone="primary"
      tabIndex={tabIndex}
      className={className}
      onClick={() => navigate(createEventPage({ date }))}
    />
  );
}
