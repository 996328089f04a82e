import { CircleAlert, Hourglass, Send } from "lucide-react";
import type { EventRequest } from "#contract/notifications/requests.ts";
import { fullName, type Person } from "#domain/people/people.ts";
import { Avatar } from "#client/music/avatars/avatar.tsx";
import { Button } from "#client/ui/buttons/button.tsx";
import { askedAt, askingText, askName, REACH_SENTENCES } from "#text/event/asking.ts";
import type { KnownRequests } from "../play/asking/use-requests.ts";

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
export function CandidateRow({ person, request, wallTime, isPending, isOffline, onAsk }: CandidateRowProps) {
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
