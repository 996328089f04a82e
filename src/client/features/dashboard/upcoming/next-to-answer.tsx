import { type ReactNode, useEffect, useId, useState } from "react";
import { Link } from "wouter";
import { NotSaved, OwnAnswerButtons, useAnswering } from "#client/answering/answering.tsx";
import { SoftText } from "#client/music/soft-text.tsx";
import { eventPage } from "#client/pages.ts";
import type { NeedStatus } from "#client/planning/planning-source.ts";
import { useUser } from "#client/session/session-hooks.ts";
import { Skeleton } from "#client/ui/surfaces/skeleton.tsx";
import { answerOf } from "#domain/availability/availability.ts";
import { upcoming } from "#domain/calendar/calendar.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { dashboardText } from "#text/dashboard/dashboard.ts";
import { longDateTime } from "#text/phrases/dates.ts";

/** Longer than a double tap. Otherwise its second tap would answer the next event. */
const ANSWER_SHOWN_MS = 600;

/** The next event that is not answered (`isOpen`). Call `hold` with an answered event: it then stays for a moment. */
export function useNextToAnswer(
  events: readonly PlannedEvent[],
  isOpen: (event: PlannedEvent) => boolean,
  now: string,
): { readonly next: PlannedEvent | undefined; readonly hold: (eventId: string) => void } {
  const [answeredId, setAnsweredId] = useState<string | null>(null);
  useEffect(() => {
    if (answeredId === null) return;
    const timer = setTimeout(() => setAnsweredId(null), ANSWER_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [answeredId]);
  const answered = events.find((event) => event.id === answeredId);
  return { next: answered ?? upcoming(events.filter(isOpen), now, 1)[0], hold: setAnsweredId };
}

/** A card with an event that waits for the user's answer; `children` are the answer buttons. */
export function EventToAnswer({ event, children }: { readonly event: PlannedEvent; readonly children: ReactNode }) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="relative rounded-event bg-surface p-4 pt-3 shadow-1">
      <h2 id={titleId} className="text-tiny font-semibold text-primary">
        {dashboardText.toAnswer}
      </h2>
      <h3 className="text-name">
        <Link
          href={eventPage(event.id)}
          className="block min-h-6 after:absolute after:inset-0 after:rounded-event hover:underline"
        >
          <SoftText>{event.name}</SoftText>
        </Link>
      </h3>
      <p className="text-small text-ink-2">{longDateTime(event.date, event.time)}</p>
      {children}
    </section>
  );
}

export function OwnAnswerRow({ event, onAnswer }: { readonly event: PlannedEvent; readonly onAnswer: () => void }) {
  const { answer, refusal, give } = useAnswering(event, useUser());
  return (
    <div className="relative mt-2.5">
      <OwnAnswerButtons
        answer={answer}
        onAnswer={(given) => {
          onAnswer();
          return give(given);
        }}
        label={event.name}
      />
      <NotSaved code={refusal} className="mt-2.5" />
    </div>
  );
}

interface NextToAnswerProps {
  /** Events of the selected group. */
  readonly events: readonly PlannedEvent[];
  readonly now: string;
  readonly status: NeedStatus;
}

/**
 * On a phone, above the month: the next event that the user has not answered. Once answered, it stays for a moment
 * with its answer, then the following event replaces it.
 */
export function NextToAnswer({ events, now, status }: NextToAnswerProps) {
  const { id } = useUser();
  const { next, hold } = useNextToAnswer(events, ({ availability }) => answerOf(availability, id) === null, now);
  if (next === undefined) return status === "loading" ? <Skeleton className="h-[142px] rounded-event" /> : null;
  return (
    <EventToAnswer key={next.id} event={next}>
      <OwnAnswerRow event={next} onAnswer={() => hold(next.id)} />
    </EventToAnswer>
  );
}
