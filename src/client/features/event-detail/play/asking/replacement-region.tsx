import { Avatar } from "#client/music/avatars/avatar.tsx";
import { usePeople } from "#client/people/people-hooks.ts";
import { useMembers } from "#client/planning/group-hooks.ts";
import { useConnection } from "#client/planning/planning-hooks.ts";
import { useUser } from "#client/session/session-hooks.ts";
import { TitledCard } from "#client/ui/surfaces/card.tsx";
import { API } from "#contract/paths.ts";
import { rolesOfPerson } from "#domain/line-up/kept-line-up.ts";
import { replacementsFor } from "#domain/line-up/repairing/replacement.ts";
import { fullName } from "#domain/people/people.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { askedOf, askingText } from "#text/event/asking.ts";
import { placeToTake, replacementText } from "#text/event/kept-line-up.ts";
import { AskButton, RequestLine } from "./asking-row.tsx";
import { AskingMessages, useAsking } from "./use-asking.tsx";

/** The people who could take the user's place on the line-up. The user sends them a request, without an admin. */
export function ReplacementRegion({ event }: { readonly event: PlannedEvent }) {
  const user = useUser();
  const people = usePeople();
  const members = useMembers(event.groupId, people);
  const asking = useAsking(API.replacements, event);
  const { known, pending, areaRef } = asking;
  const isOffline = useConnection()?.status === "offline";
  const roles = rolesOfPerson(event.lineUp, user.id);
  const candidates = replacementsFor(event, user.id, members);

  return (
    <TitledCard title={replacementText.title}>
      <p className="mb-3 text-small text-ink-2">{placeToTake(roles)}</p>
      <div ref={areaRef} tabIndex={-1} className="outline-none">
        {candidates.length === 0 ? <p className="text-small">{replacementText.nobody}</p> : null}
        <ul className="space-y-2">
          {candidates.map((person) => {
            const { id } = person;
            const name = fullName(person);
            const request = known?.requests.find(({ userId }) => userId === id);
            return (
              <li
                key={id}
                className="flex min-h-13 flex-wrap items-center gap-x-3 gap-y-2 rounded-control bg-sunk px-3 py-2"
              >
                <Avatar id={id} name={name} size={28} />
                <span className="min-w-0 grow basis-28">
                  <span className="block text-control wrap-anywhere">{name}</span>{" "}
                  <span className="block text-tiny text-ink-2">{person.positions.join(", ")}</span>
                  {request ? <RequestLine request={request} /> : null}
                </span>
                {request === undefined ? (
                  <AskButton
                    name={name}
                    disabled={isOffline || known === null}
                    isPending={pending === id}
                    onClick={() => asking.askFor(id, { userId: id }, askedOf(name))}
                  />
                ) : null}
              </li>
            );
          })}
        </ul>
      </div>
      {candidates.length > 0 ? (
        <p className="mt-3 text-small text-ink-2">{isOffline ? askingText.offline : replacementText.first}</p>
      ) : null}
      <AskingMessages asking={asking} />
    </TitledCard>
  );
}
