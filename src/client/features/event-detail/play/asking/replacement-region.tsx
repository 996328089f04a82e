import { useId, useState } from "react";
import { rolesOfPerson } from "#domain/line-up/kept-line-up.ts";
import { replacementsFor } from "#domain/line-up/repairing/replacement.ts";
import { fullName, type Person } from "#domain/people/people.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { usePeople } from "#client/people/people-hooks.ts";
import { useConnection } from "#client/planning/planning-hooks.ts";
import { useMembers } from "#client/planning/group-hooks.ts";
import { useUser } from "#client/session/session-hooks.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import { Card } from "#client/ui/surfaces/card.tsx";
import { Alert } from "#client/ui/surfaces/message.tsx";
import { askedOf, askedAt, askingText, askName, REACH_SENTENCES } from "#text/event/asking.ts";
import { placeToTake, replacementText } from "#text/event/kept-line-up.ts";
import { layoutText } from "#text/shell/layout.ts";
import { useAskFocus, useReplacements, type KnownRequests } from "./use-asking.ts";
import { CircleAlert, Hourglass, Send } from "lucide-react";
import type { EventRequest } from "#contract/notifications/requests.ts";
import { Avatar } from "#client/music/avatars/avatar.tsx";

interface CandidateRowProps {
  readonly person: Person;
  /** `null`: not asked. */
  readonly request: EventRequest | null;
  /** `null`: not loaded, so nobody can be asked yet. */
  readonly wallTime: KnownRequests["wallTime"] | null;
  readonly isPending: boolean;
  readonly isOffline: boolean;
  readonly onAsk: () => void;
}

/** A person who could take the place, with the button that asks them, or what was asked. */
function CandidateRow({ person, request, wallTime, isPending, isOffline, onAsk }: CandidateRowProps) {
  const name = fullName(person);
  return (
    <li className="flex min-h-13 flex-wrap items-center gap-x-3 gap-y-2 rounded-control bg-sunk px-3 py-2">
      <Avatar id={person.id} name={name} size={28} />
      <span className="min-w-0 grow basis-28">
        <span className="block text-control wrap-anywhere">{name}</span>{" "}
        <span className="block text-tiny text-ink-2">{person.positions.join(", ")}</span>
        {request === null || wallTime === null ? null : (
          <span className="mt-0.5 flex items-start gap-1.5 text-tiny text-ink-2">
            {request.problem === null ? (
              <Hourglass className="mt-px size-4" />
            ) : (
              <CircleAlert className="mt-px size-4" />
            )}
            <span className="min-w-0">
              {request.problem === null ? askedAt(wallTime(request.askedAt)) : REACH_SENTENCES[request.problem]}
            </span>
          </span>
        )}
      </span>
      {request === null ? (
        <Button
          size="compact"
          icon={<Send />}
          aria-label={askName(name)}
          data-ask
          className="-my-1 ml-auto flex-none max-sm:px-3 max-sm:[&>svg]:hidden"
          disabled={isOffline || wallTime === null}
          isPending={isPending}
          onClick={onAsk}
        >
          {askingText.ask}
        </Button>
      ) : null}
    </li>
  );
}

/** The people who could take the reader's place on the line-up. The reader asks them, not an admin. */
export function ReplacementRegion({ event }: { readonly event: PlannedEvent }) {
  const user = useUser();
  const people = usePeople();
  const members = useMembers(event.groupId, people);
  const { known, problem, reload, ask } = useReplacements(event);
  const isOffline = useConnection()?.status === "offline";
  const [pending, setPending] = useState<string | null>(null);
  const [said, setSaid] = useState("");
  const [failure, setFailure] = useState<string | null>(null);
  const titleId = useId();
  const { areaRef, placeOfFocus, moveTo } = useAskFocus(pending);
  const { lineUp = [], availability } = event;
  const roles = rolesOfPerson(lineUp, user.id);
  const candidates = replacementsFor({ lineUp, userId: user.id, people: members, availability });

  async function askFor(person: Person): Promise<void> {
    const place = placeOfFocus();
    setPending(person.id);
    setSaid("");
    const reason = await ask({ userId: person.id });
    setFailure(reason);
    if (reason === null) {
      moveTo(Math.max(place, 0));
      setSaid(askedOf(fullName(person)));
    }
    setPending(null);
  }

  return (
    <Card labelledBy={titleId}>
      <h2 id={titleId} className="font-title text-title">
        {replacementText.title}
      </h2>
      <p className="mb-3 text-small text-ink-2">{placeToTake(roles)}</p>
      <div ref={areaRef} tabIndex={-1} className="outline-none">
        {candidates.length === 0 ? <p className="text-small">{replacementText.nobody}</p> : null}
        <ul className="space-y-2">
          {candidates.map((person) => (
            <CandidateRow
              key={person.id}
              person={person}
              request={known?.requests.find(({ userId }) => userId === person.id) ?? null}
              wallTime={known?.wallTime ?? null}
              isPending={pending === person.id}
              isOffline={isOffline}
              onAsk={() => void askFor(person)}
            />
          ))}
        </ul>
      </div>
      {candidates.length > 0 ? (
        <p className="mt-3 text-small text-ink-2">{isOffline ? replacementText.offline : replacementText.first}</p>
      ) : null}
      <div className="mt-3 empty:hidden">
        {failure === null ? null : <Alert detail={failure}>{replacementText.failed}</Alert>}
        {problem === null ? null : (
          <>
            <Alert detail={problem}>{replacementText.loadFailed}</Alert>
            <Button size="compact" className="mt-2" onClick={() => void reload()}>
              {layoutText.retry}
            </Button>
          </>
        )}
      </div>
      <span role="status" className="sr-only">
        {said}
      </span>
    </Card>
  );
}
