import type { Ref, TextareaHTMLAttributes } from "react";
import { CONTROL_CLASS, FieldFrame, type FieldTexts, useField } from "./field.tsx";

interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement>, FieldTexts {
  readonly ref?: Ref<HTMLTextAreaElement> | undefined;
}

/** A field of several lines; it grows with its text where the browser can. */
export function TextArea({ label, error, hint, id, className = "", ...rest }: TextAreaProps) {
  const { ids, controlProps } = useField({ error, hint }, id);
  return (
    <FieldFrame label={label} error={error} hint={hint} ids={ids}>
      <textarea
        rows={3}
        {...rest}
        {...controlProps}
        className={`${CONTROL_CLASS} block h-auto min-h-24 resize-y py-3 [field-sizing:content] ${className}`}
      />
    </FieldFrame>
  );
}
