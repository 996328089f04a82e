import { type ComponentProps, type FormEvent, type ReactNode, useRef, useState } from "react";
import { fullName, type Person } from "#domain/people/people.ts";
import { actionText } from "#text/phrases/actions.ts";
import { namesApart } from "#text/phrases/names-apart.ts";
import { SelectField } from "../ui/fields/select-field.tsx";

type Choosable = Person & { readonly email?: string | undefined };

/**
 * People as options of a select, in the given order. Namesakes are distinguished by services or address.
 * @param always `services`: every name is followed by the person's services
 */
export function peopleOptions(people: readonly Choosable[], always?: "name" | "services") {
  const named = people.map((person) => ({ ...person, name: fullName(person) }));
  return Array.from(namesApart(named, always), ([value, label]) => ({ value, label }));
}

interface PersonFormProps<P> extends Omit<
  ComponentProps<typeof SelectField>,
  "ref" | "value" | "error" | "onChange" | "options"
> {
  readonly people: readonly P[];
  /** As for `peopleOptions`. */
  readonly always?: "name" | "services";
  readonly onPick: (person: P) => void;
  /** The submit button. */
  readonly children: ReactNode;
}

/** A form with one select and a button. After submitting, the choice stays as long as the person is among `people`. */
export function PersonForm<P extends Choosable>(props: PersonFormProps<P>) {
  const { people, always, onPick, className, children, ...select } = props;
  const [chosenId, setChosenId] = useState("");
  const [isMissing, setIsMissing] = useState(false);
  const selectRef = useRef<HTMLSelectElement>(null);
  const chosen = people.find(({ id }) => id === chosenId);
  if (chosen === undefined && chosenId !== "") setChosenId("");

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    setIsMissing(chosen === undefined);
    selectRef.current?.focus();
    if (chosen !== undefined) onPick(chosen);
  }

  return (
    <form noValidate onSubmit={handleSubmit} className={className}>
      <SelectField
        {...select}
        ref={selectRef}
        options={peopleOptions(people, always)}
        value={chosen?.id ?? ""}
        error={isMissing && chosen === undefined ? actionText.personNotChosen : null}
        onChange={({ target }) => setChosenId(target.value)}
      />
      {children}
    </form>
  );
}
