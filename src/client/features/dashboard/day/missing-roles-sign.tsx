import { EventSign } from "#client/domain-ui/event-sign.tsx";
import { availabilityText } from "#text/availability.ts";

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
