import { useId, useRef, useState } from "react";
import type { TeamRow } from "#contract/accounts/users.ts";
import { API, fillPath } from "#contract/paths.ts";
import { fullName } from "#domain/people/people.ts";
import { useEntrusted } from "#client/family/entrusted-hooks.ts";
import { callApi } from "#client/http/call-api.ts";
import { failureOf } from "#client/http/failure-of.ts";
import { useReloadPeople } from "#client/people/people-hooks.ts";
import { useRecheckAfter, useUser } from "#client/session/session-hooks.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import { Alert } from "#client/ui/surfaces/message.tsx";
import { failureSentence } from "#text/errors/errors.ts";
import { careOf, endOwnEntrusting, entrustingText } from "#text/users/entrusting.ts";
import { EntrustedCare } from "./entrusted-care.tsx";

interface EntrustedPersonProps {
  readonly person: TeamRow;
  readonly onEnd: () => void;
}

function EntrustedPerson({ person, onEnd }: EntrustedPersonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const name = fullName(person);
  return (
    <li className="border-b border-line py-2 last:border-b-0">
      <p className="text-control wrap-anywhere">
        <bdi>{name}</bdi>
      </p>
      <Button
        variant="quiet"
        size="compact"
        className="-ml-3.5 text-left"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        {careOf(name)}
      </Button>
      <Button variant="quiet" size="compact" className="-ml-3.5 text-left" onClick={onEnd}>
        {endOwnEntrusting(name)}
      </Button>
      {isOpen ? <EntrustedCare person={person} /> : null}
    </li>
  );
}

/** The people for whom the user answers, with what else is theirs to change. Nothing where there is nobody. */
export function EntrustedList() {
  const titleId = useId();
  const titleRef = useRef<HTMLHeadingElement>(null);
  const { id } = useUser();
  const entrusted = useEntrusted();
  const reloadPeople = useReloadPeople();
  const recheckAfter = useRecheckAfter();
  const [reason, setReason] = useState<string | null>(null);
  if (entrusted.length === 0) return null;

  async function end(person: TeamRow): Promise<void> {
    const failure = await failureOf(callApi({ method: "DELETE", path: fillPath(API.guardian, person.id, id) }));
    setReason(failure && failureSentence(failure));
    if (failure) recheckAfter(failure);
    titleRef.current?.focus();
    await reloadPeople();
  }

  return (
    <section aria-labelledby={titleId} className="mt-5 border-t border-line pt-4">
      <h3 ref={titleRef} id={titleId} tabIndex={-1} className="text-name outline-none">
        {entrustingText.title}
      </h3>
      <p className="text-small text-ink-2">{entrustingText.hint}</p>
      {reason === null ? null : (
        <div className="mt-2">
          <Alert detail={reason}>{entrustingText.failed}</Alert>
        </div>
      )}
      <ul aria-labelledby={titleId} className="mt-1">
        {entrusted.map((person) => (
          <EntrustedPerson key={person.id} person={person} onEnd={() => void end(person)} />
        ))}
      </ul>
    </section>
  );
}
