import { type ReactNode, useId } from "react";
import { FieldError } from "#client/ui/fields/field.tsx";
import { SERVICES, toggleService } from "#domain/people/services.ts";
import { ServiceTile } from "./service-tile.tsx";

interface ServicePickerProps {
  readonly legend: string;
  readonly hint?: ReactNode;
  readonly value: readonly string[];
  readonly onChange: (services: string[]) => void;
  readonly error?: ReactNode;
}

/** The services of a person: one checkbox each, at most one guitar. */
export function ServicePicker({ legend, hint, value, onChange, error }: ServicePickerProps) {
  const id = useId();
  return (
    <fieldset
      name="positions"
      aria-describedby={[hint ? `${id}-hint` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ") || undefined}
      className="@container min-w-0"
    >
      <legend className="text-small font-semibold">{legend}</legend>
      {hint ? (
        <p id={`${id}-hint`} className="text-small text-ink-2">
          {hint}
        </p>
      ) : null}
      <div className="mt-1.5 grid grid-cols-2 gap-2 @min-[480px]:grid-cols-3">
        {SERVICES.map((service) => (
          <ServiceTile
            key={service}
            service={service}
            isChosen={value.includes(service)}
            onToggle={() => onChange(toggleService(value, service))}
          />
        ))}
      </div>
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
    </fieldset>
  );
}
