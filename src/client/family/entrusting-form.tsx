import { useState } from "react";
import type { TeamRow } from "#contract/accounts/users.ts";
import { API, fillPath } from "#contract/paths.ts";
import { comparePeople, fullName, GUARDIANS_MAX } from "#domain/people/people.ts";
import { failureSentence } from "#text/errors/errors.ts";
import {
  answeredBy,
  endEntrusting,
  entrusted,
  entrustingEnded,
  entrustingText,
  entrustTo,
} from "#text/users/entrusting.ts";
import { PersonForm } from "../forms/person-form.tsx";
import { hasAccount } from "../people/has-account.ts";
import { usePeople, usePeopleStore } from "../people/people-hooks.ts";
import { useCall } from "../session/use-call.ts";
import { Button } from "../ui/buttons/button.tsx";
import { useToast } from "../ui/overlays/toast.tsx";
import { Alert } from "../ui/surfaces/message.tsx";

/** With more people, a select gets its options only when the user reaches it: each person of a list may have a select. */
const OPTIONS_AT_ONCE_MAX = 60;

interface EntrustingFormProps {
  readonly person: TeamRow;
}

/** Adds and removes the guardians who answer for a person without an account. Renders nothing for a person with one. */
export function EntrustingForm({ person }: EntrustingFormProps) {
  const people = usePeople();
  const reloadPeople = usePeopleStore().reload;
  const showToast = useToast();
  const call = useCall();
  const [isReached, setIsReached] = useState(false);
  const [reason, setReason] = useState<string | null>(null);
  if (hasAccount(person)) return null;
  const name = fullName(person);
  const { guardianIds = [] } = person;
  const guardians = people.filter(({ id }) => guardianIds.includes(id));
  const offered = people.filter((user) => hasAccount(user) && !guardianIds.includes(user.id));
  const hasOptions = isReached || offered.length <= OPTIONS_AT_ONCE_MAX;

  async function change(method: "PUT" | "DELETE", guardian: TeamRow): Promise<void> {
    const path = fillPath(API.guardian, person.id, guardian.id);
    const { failure } = await call({ method, path });
    setReason(failure && failureSentence(failure));
    if (failure === null)
      showToast({ message: (method === "PUT" ? entrusted : entrustingEnded)(name, fullName(guardian)) });
    await reloadPeople();
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
        <PersonForm
          label={entrustTo(name)}
          placeholder={entrustingText.choose}
          people={hasOptions ? offered.toSorted(comparePeople) : []}
          onFocus={() => setIsReached(true)}
          onPointerEnter={() => setIsReached(true)}
          onPick={(guardian) => void change("PUT", guardian)}
          className="flex flex-wrap items-end gap-2 [&_select]:min-h-11 *:first:grow *:first:basis-36"
        >
          <Button type="submit" size="compact" className="min-h-11">
            {entrustingText.entrust}
          </Button>
        </PersonForm>
      )}
    </div>
  );
}
