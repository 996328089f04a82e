import { type ChangeEvent, useEffect, useRef } from "react";
import type { ErrorCode } from "#contract/errors.ts";
import { sentenceOf } from "#text/errors/errors.ts";

/** The first problem in a form, found when its button is pressed. */
interface FormProblem {
  readonly field: string;
  readonly code: ErrorCode;
}

interface FormFieldsOptions<Field extends string> {
  readonly texts: Readonly<Record<Field, string>>;
  readonly onType: (field: Field, text: string) => void;
  /** Each new object moves the focus, so pass the same one until the next submit. */
  readonly problem: FormProblem | null;
}

/** Shared by forms with text fields: the fields' props, one message for missing fields, and the focus on a problem. */
export function useFormFields<Field extends string>({ texts, onType, problem }: FormFieldsOptions<Field>) {
  const formRef = useRef<HTMLFormElement>(null);
  const isIncomplete = problem?.code === "field.required";

  useEffect(() => {
    if (problem) focusField(formRef.current, problem.field);
  }, [problem]);

  function propsOf(field: Field, isEmpty: boolean) {
    const isItsProblem = problem?.field === field && !isIncomplete;
    return {
      name: field,
      value: texts[field],
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => onType(field, target.value),
      error: isItsProblem ? sentenceOf(problem.code) : null,
      "aria-invalid": (isIncomplete && isEmpty) || undefined,
    };
  }

  return {
    formRef,
    /** Shown once for the whole form; `null` if no field is missing. */
    incompleteMessage: isIncomplete ? sentenceOf("field.required") : null,
    textProps: (field: Field) => propsOf(field, texts[field].trim() === ""),
    /** Spaces are part of a password. */
    passwordProps: (field: Field) => propsOf(field, texts[field] === ""),
  };
}

/** Focuses the field with this name; in a group of checkboxes, the first one. */
export function focusField(form: HTMLFormElement | null, name: string): void {
  form?.querySelector<HTMLInputElement>(`input[name="${name}"], fieldset[name="${name}"] input`)?.focus();
}
