import { ChevronDown } from "lucide-react";
import { memo, type Ref, type SelectHTMLAttributes } from "react";
import { CONTROL_CLASS, FieldFrame, type FieldTexts, useField } from "./field.tsx";

interface OptionsProps {
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

/** Memoised, because there may be hundreds of options. */
const Options = memo(function Options({ options }: OptionsProps) {
  return options.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
});

interface SelectFieldProps extends SelectHTMLAttributes<HTMLSelectElement>, FieldTexts, OptionsProps {
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
          <Options options={options} />
        </select>
        <ChevronDown className="pointer-events-none absolute top-[15px] right-[13px] text-ink-2" />
      </div>
    </FieldFrame>
  );
}
