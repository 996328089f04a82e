import { type ReactNode, useId } from "react";

interface SegmentedControlProps<Value extends string> {
  readonly legend: string;
  readonly options: readonly { readonly value: Value; readonly label: string; readonly icon?: ReactNode }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  /** `large`: the height of the fields of a form. */
  readonly size?: "normal" | "large";
}

const SIZES = {
  normal: { legend: "text-ink-2", option: "min-h-9 text-small" },
  large: { legend: "", option: "min-h-11 text-control font-normal" },
} as const;

/** A choice of one option, as segments side by side. */
export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const { legend, options, value, onChange, size = "normal" } = props;
  const name = useId();
  return (
    <fieldset>
      <legend className={`mb-1.5 text-small font-semibold ${SIZES[size].legend}`}>{legend}</legend>
      <div className="flex gap-1 rounded-control bg-sunk p-1">
        {options.map((option) => (
          <label key={option.value} className={`segment ${SIZES[size].option} has-checked:font-semibold`}>
            <input
              type="radio"
              // Covers only the start of the segment, so that a press on the text hits the text.
              className="absolute top-0 left-0 z-[1] h-full w-6 cursor-pointer appearance-none outline-none"
              name={name}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.icon}
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface RadioRowsProps<Value extends string> {
  readonly legend: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** A choice of one option, as radio buttons below each other. */
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
