import type { Ref, TextareaHTMLAttributes } from "react";
import { CONTROL_CLASS, FieldFrame, type FieldTexts, useField } from "./field.tsx";

interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement>, FieldTexts {
  readonly ref?: Ref<HTMLTextAreaElement> | undefined;
  readonly value: string;
}

/** A field of several lines, which grows with its text. */
export function TextArea({ label, error, hint, id, value, ...rest }: TextAreaProps) {
  const { ids, controlProps } = useField({ error, hint }, id);
  return (
    <FieldFrame label={label} error={error} hint={hint} ids={ids}>
      <div className="growing" data-text={value}>
        <textarea rows={3} {...rest} {...controlProps} value={value} className={`${CONTROL_CLASS} resize-y`} />
      </div>
    </FieldFrame>
  );
}
