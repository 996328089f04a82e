import { type FormEvent, useRef, useState } from "react";
import type { TeamRow } from "#contract/accounts/users.ts";
import { API, fillPath } from "#contract/paths.ts";
import { comparePeople, fullName, GUARDIANS_MAX } from "#domain/people/people.ts";
import { failureSentence } from "#text/errors/errors.ts";
import { namesApart } from "#text/phrases/names-apart.ts";
import {
  answeredBy,
  endEntrusting,
  entrusted,
  entrustingEnded,
  entrustingText,
  entrustTo,
} from "#text/users/entrusting.ts";
import { callApi, failureOf } from "../http/call-api.ts";
import { hasAccount } from "../people/has-account.ts";
import { usePeople, useReloadPeople } from "../people/people-hooks.ts";
import { useRecheckAfter } from "../session/session-hooks.ts";
import { Button } from "../ui/buttons/button.tsx";
import { SelectField } from "../ui/fields/select-field.tsx";
import { useToast } from "../ui/overlays/toast.tsx";
import { Alert } from "../ui/surfaces/message.tsx";

/** With more people than this, the options are added only when the list is about to open: each row may have a list. */
const FILLED_MAX = 60;

interface EntrustingFormProps {
  readonly person: TeamRow;
}

/** Adds and removes those who answer for a person without an account. Renders nothing for a person who has one. */
export function EntrustingForm({ person }: EntrustingFormProps) {
  const people = usePeople();
  const reloadPeople = useReloadPeople();
  const recheckAfter = useRecheckAfter();
  const showToast = useToast();
  const [chosenId, setChosenId] = useState("");
  const [isMissing, setIsMissing] = useState(false);
  const [isOpening, setIsOpening] = useState(false);
  const [reason, setReason] = useState<string | null>(null);
  const selectRef = useRef<HTMLSelectElement>(null);
  if (hasAccount(person)) return null;
  const name = fullName(person);
  const { guardianIds = [] } = person;
  const guardians = people.filter(({ id }) => guardianIds.includes(id));
  const offered = people.filter((user) => hasAccount(user) && !guardianIds.includes(user.id));
  const isFilled = isOpening || offered.length <= FILLED_MAX;
  const named = isFilled ? offered.toSorted(comparePeople).map((user) => ({ ...user, name: fullName(user) })) : [];
  const options = Array.from(namesApart(named), ([value, label]) => ({ value, label }));

  async function change(method: "PUT" | "DELETE", guardian: TeamRow): Promise<void> {
    const path = fillPath(API.guardian, person.id, guardian.id);
    const failure = await failureOf(callApi({ method, path }));
    setReason(failure && failureSentence(failure));
    if (failure) recheckAfter(failure);
    else {
      setChosenId("");
      showToast({ message: (method === "PUT" ? entrusted : entrustingEnded)(name, fullName(guardian)) });
    }
    await reloadPeople();
  }

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    const chosen = offered.find(({ id }) => id === chosenId);
    setIsMissing(chosen === undefined);
    selectRef.current?.focus();
    if (chosen !== undefined) void change("PUT", chosen);
  }

  return (
    <div className="mt-2 max-w-[26rem]">
      {reason === null ? null : <Alert detail={reason}>{entrustingText.failed}</Alert>}
      {guardians.length === 0 ? null : (
        <p className="text-small wrap-anywhere text-ink-2">{answeredBy(guardians.map(fullName))}</p>
      )}
      {guardians.map((guardian) => (
        <Button
          key={guardian.id}
          variant="quiet"
          size="compact"
          className="-ml-3.5 text-left"
          onClick={() => void change("DELETE", guardian)}
        >
          {endEntrusting(name, fullName(guardian))}
        </Button>
      ))}
      {guardians.length >= GUARDIANS_MAX ? null : (
        <form
          noValidate
          onSubmit={handleSubmit}
          className="flex flex-wrap items-end gap-2 [&_select]:min-h-11 *:first:grow *:first:basis-36"
        >
          <SelectField
            ref={selectRef}
            label={entrustTo(name)}
            placeholder={entrustingText.choose}
            options={options}
            value={chosenId}
            onFocus={() => setIsOpening(true)}
            onPointerEnter={() => setIsOpening(true)}
            error={isMissing && chosenId === "" ? entrustingText.notChosen : null}
            onChange={({ target }) => setChosenId(target.value)}
          />
          <Button type="submit" size="compact" className="min-h-11">
            {entrustingText.entrust}
          </Button>
        </form>
      )}
    </div>
  );
}
