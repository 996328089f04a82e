import { UserPlus } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { Link } from "wouter";
import type { UserRow } from "#contract/accounts/users.ts";
import { fullName } from "#domain/people/people.ts";
import { Button, buttonClass } from "#client/ui/buttons/button.tsx";
import { SelectField } from "#client/ui/fields/select-field.tsx";
import { PAGES } from "#client/pages.ts";
import { groupPageText } from "#text/groups/group-page.ts";
import { namesApart } from "#text/phrases/names-apart.ts";

interface MemberAdditionProps {
  /** People with an account who do not belong to the group. */
  readonly strangers: readonly UserRow[];
  readonly onAdd: (person: UserRow) => void;
}

/** For admins: adds a person with an account to the group. */
export function MemberAddition({ strangers, onAdd }: MemberAdditionProps) {
  const [chosenId, setChosenId] = useState("");
  const [isMissing, setIsMissing] = useState(false);
  const selectRef = useRef<HTMLSelectElement>(null);
  const names = namesApart(
    strangers.map((person) => ({ ...person, name: fullName(person) })),
    "services",
  );
  const chosen = strangers.find(({ id }) => id === chosenId);

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    setIsMissing(chosen === undefined);
    selectRef.current?.focus();
    if (chosen === undefined) return;
    setChosenId("");
    onAdd(chosen);
  }

  if (strangers.length === 0) {
    return (
      <div className="mt-4 flex flex-col items-start gap-3">
        <p className="text-small text-ink-2">{groupPageText.everybodyBelongs}</p>
        <Link href={PAGES.administration} className={buttonClass({ size: "compact" })}>
          {groupPageText.invite}
        </Link>
      </div>
    );
  }
  return (
    <form
      noValidate
      onSubmit={handleSubmit}
      className="mt-4 grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_auto] [&_select]:min-h-11"
    >
      <SelectField
        ref={selectRef}
        label={groupPageText.add}
        placeholder={groupPageText.addChoose}
        options={Array.from(names, ([value, label]) => ({ value, label }))}
        value={chosen?.id ?? ""}
        error={isMissing && chosen === undefined ? groupPageText.addNotChosen : null}
        onChange={({ target }) => setChosenId(target.value)}
      />
      <Button type="submit" icon={<UserPlus />} className="sm:mt-[26px]">
        {groupPageText.addButton}
      </Button>
    </form>
  );
}
