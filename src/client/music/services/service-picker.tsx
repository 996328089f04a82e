import { type ReactNode, useId, useState } from "react";
import { FieldError } from "#client/ui/fields/field.tsx";
import { type Service, toggleService } from "#domain/people/services.ts";
import { ServiceTile } from "./service-tile.tsx";

interface ServicePickerProps {
  readonly legend: string;
  readonly hint?: ReactNode;
  readonly offered: readonly Service[];
  /** The chosen services. They are shown even if they are no longer offered. */
  readonly value: readonly Service[];
  readonly onChange: (services: string[]) => void;
  readonly error?: ReactNode;
}

/** The services of a person: one checkbox each, at most one guitar. */
export function ServicePicker({ legend, hint, offered, value, onChange, error }: ServicePickerProps) {
  const id = useId();
  // These stay visible, so that the user can choose one again that they deselected by mistake.
  const [initial] = useState(value);
  const shown = [...new Set([...offered, ...initial, ...value])];
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
        {shown.map((service) => (
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
