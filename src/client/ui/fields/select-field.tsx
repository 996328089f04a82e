import { ChevronDown } from "lucide-react";
import type { Ref, SelectHTMLAttributes } from "react";
import { CONTROL_CLASS, FieldFrame, type FieldTexts, useField } from "./field.tsx";

interface SelectFieldProps extends SelectHTMLAttributes<HTMLSelectElement>, FieldTexts {
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** What it shows while nothing is chosen; its value is empty. */
  readonly placeholder?: string | undefined;
  readonly ref?: Ref<HTMLSelectElement> | undefined;
}

export function SelectField({ label, error, hint, id, options, placeholder, ...rest }: SelectFieldProps) {
  const { ids, controlProps } = useField({ error, hint }, id);
  return (
    <FieldFrame label={label} error={error} hint={hint} ids={ids}>
      <div className="relative">
        <select {...rest} {...controlProps} className={`${CONTROL_CLASS} appearance-none truncate pr-10`}>
          {placeholder === undefined ? null : <option value="">{placeholder}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown className="pointer-events-none absolute top-[15px] right-[13px] text-ink-2" />
      </div>
    </FieldFrame>
  );
}
