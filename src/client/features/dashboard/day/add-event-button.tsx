import { Plus } from "lucide-react";
import { useLocation } from "wouter";
import type { PlainDate } from "#domain/calendar.ts";
import { IconButton } from "#client/ui/icon-button.tsx";
import { addEventOn } from "#text/dashboard.ts";

interface AddEventButtonProps {
  readonly date: PlainDate;
  readonly tabIndex?: 0 | -1;
  readonly className?: string;
}

/** Opens the creation form on that date. */
export function AddEventButton({ date, tabIndex, className = "" }: AddEventButtonProps) {
  const [, navigate] = useLocation();
  return (
    <IconButton
      label={addEventOn(date)}
      icon={<Plus />}
      tone="primary"
      tabIndex={tabIndex}
      className={className}
      onClick={() => navigate(`/create-event?date=${date}`)}
    />
  );
}
