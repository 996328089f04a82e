import { type ReactNode, useId } from "react";
import { CheckBox } from "#client/ui/fields/checkbox.tsx";
import { FieldError } from "#client/ui/fields/field.tsx";
import { SERVICES, type Service, toggleService } from "#domain/people/services.ts";
import { ServiceIcon } from "./service-icon.tsx";

interface ServicePickerProps {
  readonly legend: string;
  readonly hint?: ReactNode;
  readonly value: readonly Service[];
  readonly onChange: (services: Service[]) => void;
  readonly error?: ReactNode;
}

function ServiceTile({
  service,
  isChosen,
  onToggle,
}: {
  readonly service: Service;
  readonly isChosen: boolean;
  readonly onToggle: () => void;
}) {
  return (
    <label className="flex min-h-12 cursor-pointer items-center gap-2 rounded-control border-[1.5px] border-edge bg-surface py-1.5 pr-2.5 pl-[9px] transition-[background-color,border-color,box-shadow] duration-120 select-none has-checked:border-primary has-checked:bg-primary-soft has-checked:text-primary has-checked:shadow-[inset_0_0_0_.5px_var(--color-primary)]">
      <ServiceIcon service={service} />
      <span className="min-w-0 grow text-control leading-[18px]">{service}</span>
      <CheckBox checked={isChosen} onChange={onToggle} />
    </label>
  );
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
