import { Mail, Plus } from "lucide-react";
import { useId } from "react";
import { Link } from "wouter";
import { EntrustedAnswers } from "#client/family/entrusted-answers.tsx";
import { useAnsweredFor } from "#client/family/entrusted-hooks.ts";
import { NO_OUTCOME, type Outcome, useAction } from "#client/forms/use-action.tsx";
import { PAGES } from "#client/pages.ts";
import { useStepsMemory } from "#client/planning/first-steps-hooks.ts";
import { useConnection } from "#client/planning/planning-hooks.ts";
import { useAwaitSharing } from "#client/planning/publication/own-planning-hooks.ts";
import { useSharingState } from "#client/planning/sharing-hooks.ts";
import { useSession, useUser } from "#client/session/session-hooks.ts";
import { useCall } from "#client/session/use-call.ts";
import { Button, buttonClass } from "#client/ui/buttons/button.tsx";
import { EmptyStaff } from "#client/ui/surfaces/empty-staff.tsx";
import { ConfirmationRequested } from "#contract/accounts/confirmations.ts";
import { API } from "#contract/paths.ts";
import { answerOf } from "#domain/availability/availability.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { addressText, openTheMessage } from "#text/accounts/confirmation.ts";
import { nothingUpcomingText } from "#text/dashboard/first-steps.ts";
import { failureSentence } from "#text/errors/errors.ts";
import { planningSentenceOf } from "#text/errors/planning-errors.ts";
import { EventToAnswer, OwnAnswerRow, useNextToAnswer } from "./upcoming/next-to-answer.tsx";

// All parts of the dashboard that are loaded after its first view: one download is cheaper than many small ones.
export { FirstSteps } from "./first-steps.tsx";
export { MonthActions, MonthAnswers } from "./month-answers/month-answers.tsx";

/** Says that the user's e-mail address is not confirmed, with a button that sends the mail again. */
export function AddressToConfirm() {
  const titleId = useId();
  const { email = "" } = useUser();
  const { check } = useSession();
  const call = useCall();
  const isShared = useSharingState() === "shared";
  const { outcome, act, isPending } = useAction(async (): Promise<Outcome> => {
    const { failure, value } = await call({
      method: "POST",
      path: API.ownConfirmation,
      response: ConfirmationRequested,
    });
    if (failure) return { status: "failed", sentence: failureSentence(failure) };
    if (value.status === "sent") return { status: "done" };
    // Confirmed meanwhile: the session is loaded again, and this part disappears.
    await check();
    return NO_OUTCOME;
  });
  return (
    <section
      aria-labelledby={titleId}
      className="min-h-21 rounded-event border border-line bg-unanswered-soft px-3 pt-1.5 pb-2 text-tiny sm:min-h-18 sm:px-3.5 sm:text-small"
    >
      <div className="flex flex-wrap items-center gap-x-1.5">
        <Mail className="size-[18px] flex-none text-ink-2" />
        <h2 id={titleId} className="min-w-0 grow basis-24 text-small font-semibold tracking-[-0.01em]">
          {addressText.title}
        </h2>
        <Button
          variant="quiet"
          size="small"
          className="-mx-3 -my-1 min-h-11! flex-none text-small!"
          isPending={isPending}
          onClick={() => act()}
        >
          {addressText.resend}
        </Button>
      </div>
      {outcome.status === "nothing" ? (
        <p className="wrap-anywhere text-ink-2">{openTheMessage(email, isShared)}</p>
      ) : null}
      {outcome.status === "failed" ? (
        <p role="alert" className="text-missing">
          {outcome.sentence}
        </p>
      ) : null}
      {/* Stays in the page while it is empty, so that new text is announced. */}
      <div aria-live="polite">
        {outcome.status === "done" ? (
          <p role="status" className="text-ink-2">
            {addressText.sent}
          </p>
        ) : null}
      </div>
    </section>
  );
}

interface FamilyToAnswerProps {
  /** Events of the selected group. */
  readonly events: readonly PlannedEvent[];
  readonly now: string;
  readonly groupId: string;
}

/**
 * Instead of `NextToAnswer` for a user who also answers for others (entrusted to them): the next event that still
 * lacks an answer, from the user (if in the group) or from one of these people. Once all have answered, it stays for a moment.
 */
export function FamilyToAnswer({ events, now, groupId }: FamilyToAnswerProps) {
  const { id } = useUser();
  const { isOwn, entrusted } = useAnsweredFor(groupId);
  const userIds = [...(isOwn ? [id] : []), ...entrusted.map((person) => person.id)];
  const isOpen = ({ availability }: PlannedEvent) => userIds.some((userId) => answerOf(availability, userId) === null);
  const { next, hold } = useNextToAnswer(events, isOpen, now);
  if (next === undefined) return null;
  const handleAnswer = () => hold(next.id);
  return (
    <EventToAnswer event={next}>
      {isOwn ? <OwnAnswerRow key={next.id} event={next} onAnswer={handleAnswer} /> : null}
      <EntrustedAnswers event={next} className="relative" onAnswer={handleAnswer} />
    </EventToAnswer>
  );
}

/** Shown if the group has no upcoming event: what the user can do. */
export function NothingUpcoming({ canAdd }: { readonly canAdd: boolean }) {
  const isShared = useConnection() !== null;
  // Somebody who cannot add events waits until an admin shares the planning.
  useAwaitSharing(!isShared && !canAdd);
  const areStepsShown = useStepsMemory(useUser().id).memory === "begun";
  const memberHint = isShared ? nothingUpcomingText.forMember : planningSentenceOf("planning.not_shared");
  const action = (
    <Link href={PAGES.createEvent} className={buttonClass({ variant: "primary" })}>
      <Plus />
      {nothingUpcomingText.createEvent}
    </Link>
  );
  return (
    <div className="rounded-card bg-surface px-4 py-7 shadow-1">
      <EmptyStaff
        title={nothingUpcomingText.none}
        hint={canAdd ? nothingUpcomingText.forAdmin : memberHint}
        action={canAdd && !areStepsShown ? action : null}
      />
    </div>
  );
}
