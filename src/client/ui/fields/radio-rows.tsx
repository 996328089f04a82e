import { useId } from "react";

interface RadioRowsProps<Value extends string> {
  readonly legend: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** A choice of few options, one row each. */
export function RadioRows<Value extends string>({ legend, options, value, onChange }: RadioRowsProps<Value>) {
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1 text-small font-semibold">{legend}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="flex min-h-11 cursor-pointer items-center gap-2.5 text-control select-none"
        >
          <input
            type="radio"
            name={name}
            className="size-5 flex-none accent-primary"
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
