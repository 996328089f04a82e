import { CalendarDays } from "lucide-react";
import type { InputHTMLAttributes, Ref } from "react";
import { CONTROL_CLASS, FieldFrame, type FieldTexts, useField } from "./field.tsx";

interface TextFieldProps extends InputHTMLAttributes<HTMLInputElement>, FieldTexts {
  readonly ref?: Ref<HTMLInputElement> | undefined;
}

/** Replaces the browser's icon of a date field, in browsers where styles/main.css can hide that icon. */
const DATE_ICON =
  "pointer-events-none absolute top-[15px] right-[13px] hidden text-ink-2 supports-[selector(::-webkit-calendar-picker-indicator)]:block";

export function TextField({ label, error, hint, id, className = "", ...rest }: TextFieldProps) {
  const { ids, controlProps } = useField({ error, hint }, id);
  return (
    <FieldFrame label={label} error={error} hint={hint} ids={ids}>
      <div className="relative">
        <input type="text" {...rest} {...controlProps} className={`${CONTROL_CLASS} ${className}`} />
        {rest.type === "date" ? <CalendarDays className={DATE_ICON} /> : null}
      </div>
    </FieldFrame>
  );
}
