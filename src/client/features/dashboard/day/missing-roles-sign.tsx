import { EventSign } from "#client/music/signs/event-sign.tsx";
import { availabilityText } from "#text/phrases/availability.ts";

interface MissingRolesSignProps {
  /** In pixels. */
  readonly size?: number;
  readonly className?: string;
}

/** The warning of a day with an event that misses a critical role (specification §2, "Calendar"). */
export function MissingRolesSign({ size, className = "" }: MissingRolesSignProps) {
  return (
    <EventSign
      state="roles_to_fill"
      size={size}
      label={availabilityText.missingRoles}
      className={`text-missing ${className}`}
    />
  );
}
