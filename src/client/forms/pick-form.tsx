import { type ComponentProps, type FormEvent, type ReactNode, useRef, useState } from "react";
import { fullName, type Person } from "#domain/people/people.ts";
import { namesApart } from "#text/phrases/names-apart.ts";
import { SelectField } from "../ui/fields/select-field.tsx";

/**
 * People as options of a select, in the given order. Namesakes are distinguished by services or address.
 * @param always `services`: every name is followed by the person's services
 */
export function peopleOptions(
  people: readonly (Person & { readonly email?: string | undefined })[],
  always?: "name" | "services",
) {
  const named = people.map((person) => ({ ...person, name: fullName(person) }));
  return Array.from(namesApart(named, always), ([value, label]) => ({ value, label }));
}

interface PickFormProps extends Omit<ComponentProps<typeof SelectField>, "ref" | "value" | "error" | "onChange"> {
  /** The error message if nothing is chosen. */
  readonly missing: string;
  readonly onPick: (value: string) => void;
  /** The submit button. */
  readonly children: ReactNode;
}

/** A form with one select and a button. After submitting, the choice stays as long as it is among the options. */
export function PickForm({ missing, onPick, className, children, ...select }: PickFormProps) {
  const [chosen, setChosen] = useState("");
  const [isMissing, setIsMissing] = useState(false);
  const selectRef = useRef<HTMLSelectElement>(null);
  const value = select.options.some((option) => option.value === chosen) ? chosen : "";
  if (value !== chosen) setChosen(value);

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    setIsMissing(value === "");
    selectRef.current?.focus();
    if (value !== "") onPick(value);
  }

  return (
    <form noValidate onSubmit={handleSubmit} className={className}>
      <SelectField
        {...select}
        ref={selectRef}
        value={value}
        error={isMissing && value === "" ? missing : null}
        onChange={({ target }) => setChosen(target.value)}
      />
      {children}
    </form>
  );
}
