import { CircleAlert, Clock, Hourglass, type LucideIcon, Send } from "lucide-react";
import { type ReactNode, useId } from "react";
import { eventAddress, MessageOffer } from "#client/messages/message-offer.tsx";
import { Avatar } from "#client/music/avatars/avatar.tsx";
import { usePeople } from "#client/people/people-hooks.ts";
import { useClock } from "#client/planning/sharing-hooks.ts";
import { useToday } from "#client/planning/today.ts";
import { Button, type ButtonProps } from "#client/ui/buttons/button.tsx";
import type { UserRow } from "#contract/accounts/users.ts";
import type { EventRequest, EventRequests } from "#contract/notifications/requests.ts";
import { timeZoneNamed, type WallTime, wallTimeAt } from "#domain/calendar/time-zone.ts";
import type { PersonToAsk } from "#domain/line-up/whom-to-ask.ts";
import { fullName } from "#domain/people/people.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { askedAt, askingText, askName, REACH_SENTENCES, requestTime } from "#text/event/asking.ts";
import { askingMessage, helpSentence, rolesAndTurn } from "#text/event/whom-to-ask.ts";
import { messageFor } from "#text/phrases/messages.ts";
import { useTurnWords } from "../../event-turns.tsx";

/** What a row shows about a person. `queued`: the server asks them later, `at` this time (ISO 8601). */
type RowState =
  | { readonly kind: "loading" | "self" | "askable" | "no_account" }
  | { readonly kind: "asked"; readonly request: EventRequest }
  | { readonly kind: "queued"; readonly at: string; readonly isNext: boolean };

/** @param ownId id of the signed-in user, who cannot ask themself */
export function rowState(
  userId: string,
  ownId: string,
  people: readonly UserRow[],
  known: EventRequests | null,
): RowState {
  if (userId === ownId) return { kind: "self" };
  const account = people.find(({ id }) => id === userId)?.account ?? "active";
  if (account !== "active") return { kind: "no_account" };
  if (known === null) return { kind: "loading" };
  const request = known.requests.find((sent) => sent.userId === userId);
  if (request !== undefined) return { kind: "asked", request };
  const queue = known.order?.turns ?? [];
  const index = queue.findIndex((queued) => queued.userId === userId);
  const at = queue[index]?.at;
  return at === undefined ? { kind: "askable" } : { kind: "queued", at, isNext: index === 0 };
}

interface AskingRowProps {
  readonly event: PlannedEvent;
  readonly candidate: PersonToAsk;
  readonly state: RowState;
  readonly isPending: boolean;
  readonly isOffline: boolean;
  readonly onAsk: () => void;
}

function Line({ Icon, children }: { readonly Icon?: LucideIcon; readonly children: ReactNode }) {
  return (
    <span className="mt-0.5 flex items-start gap-1.5 text-tiny text-ink-2">
      {Icon ? <Icon className="mt-px size-4" /> : null}
      <span className="min-w-0">{children}</span>
    </span>
  );
}

/** Returns a function that converts a moment (ISO 8601) to the team's time zone. */
function useWallTime(): (moment: string) => WallTime {
  const { timeZone } = useClock();
  return (moment) => wallTimeAt(Date.parse(moment), timeZoneNamed(timeZone));
}

export function RequestLine({ request: { problem, askedAt: moment } }: { readonly request: EventRequest }) {
  const wallTime = useWallTime();
  if (problem === null) return <Line Icon={Hourglass}>{askedAt(wallTime(moment))}</Line>;
  return <Line Icon={CircleAlert}>{REACH_SENTENCES[problem]}</Line>;
}

interface AskButtonProps extends Pick<ButtonProps, "disabled" | "isPending" | "onClick"> {
  readonly name: string;
}

export function AskButton({ name, ...rest }: AskButtonProps) {
  return (
    <Button
      {...rest}
      size="compact"
      icon={<Send />}
      aria-label={askName(name)}
      data-ask
      className="-my-1 ml-auto flex-none max-sm:px-3 max-sm:[&>svg]:hidden"
    >
      {askingText.ask}
    </Button>
  );
}

function StateLine({ state }: Pick<AskingRowProps, "state">) {
  const today = useToday();
  const wallTime = useWallTime();
  if (state.kind === "self") return <Line>{askingText.self}</Line>;
  if (state.kind === "no_account") return <Line Icon={CircleAlert}>{askingText.noAccount}</Line>;
  if (state.kind === "queued") return <Line Icon={Clock}>{requestTime(wallTime(state.at), state.isNext, today)}</Line>;
  return state.kind === "asked" ? <RequestLine request={state.request} /> : null;
}

/**
 * Whether the row must say in a sentence whom the person would replace, or who would change roles. With `standIns`,
 * there is a line-up already, and the person makes it safer; with `moves`, the person makes one possible.
 */
function needsSentence(candidate: PersonToAsk): boolean {
  return "standIns" in candidate ? candidate.help === "doubles" : candidate.moves.length > 0;
}

/** A person whose presence would help: the request that was sent to them, or the button that sends one. */
export function AskingRow({ event, candidate, state, isPending, isOffline, onAsk }: AskingRowProps) {
  const { person } = candidate;
  const nameId = useId();
  const name = fullName(person);
  const turnWordsOf = useTurnWords();
  const email = usePeople().find(({ id }) => id === person.id)?.email;
  /** Whether the server cannot reach the person, so that the user writes to them. */
  const isUnreachable = state.kind === "no_account" || (state.kind === "asked" && state.request.problem !== null);
  return (
    <li className="rounded-control bg-sunk px-3 py-2">
      <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-2">
        <Avatar id={person.id} name={name} size={28} />
        <span className="min-w-0 grow basis-28">
          <span id={nameId} className="block text-control wrap-anywhere">
            {name}
          </span>{" "}
          <span className="block text-tiny text-ink-2">{rolesAndTurn(candidate, turnWordsOf(person.id))}</span>
          <StateLine state={state} />
        </span>
        {state.kind === "askable" ? (
          <AskButton name={name} disabled={isOffline} isPending={isPending} onClick={onAsk} />
        ) : null}
      </div>
      {needsSentence(candidate) ? <p className="mt-2 text-tiny text-ink-2">{helpSentence(candidate)}</p> : null}
      {isUnreachable ? (
        <div className="mt-2 mb-1">
          <p className="mb-2 text-tiny text-ink-2">
            {state.kind === "no_account" ? askingText.noAccountHint : askingText.writeYourself}
          </p>
          <MessageOffer
            message={askingMessage(event, candidate, eventAddress(event.id))}
            subject={event.name}
            email={email}
            label={messageFor(person)}
            describedBy={nameId}
          />
        </div>
      ) : null}
    </li>
  );
}
