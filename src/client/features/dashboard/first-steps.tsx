import { ArrowRight, Check, Plus } from "lucide-react";
import { useId, useEffect } from "react";
import { Link, useSearch } from "wouter";
import { PAGES } from "#client/pages.ts";
import { usePeople, usePeopleStatus } from "#client/people/people-hooks.ts";
import { useStepsMemory } from "#client/planning/first-steps-hooks.ts";
import { useEventCount, useEventTotal } from "#client/planning/group-hooks.ts";
import { useNeed, useSelectedGroupId } from "#client/planning/planning-hooks.ts";
import { useSharingState } from "#client/planning/sharing-hooks.ts";
import { useToday } from "#client/planning/today.ts";
import { useUser } from "#client/session/session-hooks.ts";
import { Button, buttonClass } from "#client/ui/buttons/button.tsx";
import { useToast } from "#client/ui/overlays/toast.tsx";
import { viewOf } from "#contract/calendar-view.ts";
import { FIRST_STEPS, type FirstStep, firstStepsStatus } from "#domain/planning/first-steps.ts";
import { firstStepsText, STEP_WORDS, stepsDone } from "#text/dashboard/first-steps.ts";

/**
 * Whether the planning has an event; `null` while unknown. Needs only what the dashboard of an admin loads anyway: the
 * shown month of all groups, and the next events and the event count of the selected group.
 */
function useHasEvent(): boolean | null {
  const today = useToday();
  const { month } = viewOf(new URLSearchParams(useSearch()), today);
  const groupId = useSelectedGroupId() ?? "";
  const monthStatus = useNeed({ type: "month", month, groupId: null });
  const upcomingStatus = useNeed({ type: "upcoming", groupId, from: today });
  const groupStatus = useNeed({ type: "group", groupId });
  const loadedCount = useEventTotal();
  const groupCount = useEventCount(groupId);
  const isLoaded = [monthStatus, upcomingStatus, groupStatus].every((status) => status === "ready");
  if (loadedCount > 0 || groupCount > 0) return true;
  return isLoaded ? false : null;
}

/** Which of the first steps are done; `done` is `null` while they are not shown. Shows a message once all are done. */
function useFirstSteps() {
  const sharing = useSharingState();
  const arePeopleKnown = usePeopleStatus() === "ready";
  const people = usePeople();
  const done = {
    event: useHasEvent(),
    sharing: sharing === "unknown" ? null : sharing === "shared",
    team: arePeopleKnown ? people.length > 1 : null,
  };
  const { memory, remember } = useStepsMemory(useUser().id);
  const showToast = useToast();
  const status = firstStepsStatus({ done, memory });
  useEffect(() => {
    if (status === "shown" && memory === null) remember("begun");
    if (status !== "finished") return;
    remember("over");
    showToast({ message: firstStepsText.finished, icon: <Check /> });
  }, [status, memory, remember, showToast]);
  return { done: status === "shown" ? done : null, hide: () => remember("over") };
}

const STEP_PAGES: Readonly<Record<FirstStep, string>> = {
  event: PAGES.createEvent,
  sharing: PAGES.groupChoice,
  team: PAGES.addPeople,
};

interface StepProps {
  readonly step: FirstStep;
  readonly isDone: boolean;
  /** Whether this is the first step that is not done. Only this one has a filled button. */
  readonly isCurrent: boolean;
}

const PLAIN_LINK_CLASS =
  "inline-flex min-h-11 items-center gap-2 rounded-small text-small font-semibold text-primary hover:underline";

function StepAction({ step, isCurrent }: Pick<StepProps, "step" | "isCurrent">) {
  return (
    <Link
      href={STEP_PAGES[step]}
      className={isCurrent ? `mt-2.5 ${buttonClass({ variant: "primary" })}` : PLAIN_LINK_CLASS}
    >
      {isCurrent && step === "event" ? <Plus /> : null}
      {STEP_WORDS[step].action}
      {isCurrent ? null : <ArrowRight className="size-4" />}
    </Link>
  );
}

function Step({ step, isDone, isCurrent }: StepProps) {
  const { title, hint } = STEP_WORDS[step];
  const ring = isCurrent ? "border-primary bg-primary-soft text-primary" : "border-edge";
  const disc = isDone ? "border-primary bg-primary text-on-primary" : ring;
  return (
    <li className="group flex gap-3" aria-current={isCurrent ? "step" : undefined}>
      <span aria-hidden="true" className="flex flex-none flex-col items-center gap-1">
        <span
          className={`flex size-[30px] items-center justify-center rounded-full border-[1.5px] font-title text-control ${disc}`}
        >
          {isDone ? <Check className="size-4" /> : FIRST_STEPS.indexOf(step) + 1}
        </span>
        <span className="min-h-2 w-0.5 grow bg-line group-last:hidden" />
      </span>
      <div className="min-w-0 pt-1 pb-3">
        <h3 className={`text-control ${isDone ? "text-ink-2" : ""}`}>
          {title}
          {isDone ? <span className="ml-2 text-small font-normal">{firstStepsText.done}</span> : null}
        </h3>
        {isDone ? null : (
          <>
            <p className="mt-0.5 text-small text-ink-2">{hint}</p>
            <StepAction step={step} isCurrent={isCurrent} />
          </>
        )}
      </div>
    </li>
  );
}

/** A checklist for an admin with a new planning: create an event, share the planning, add the team. */
export function FirstSteps() {
  const titleId = useId();
  const { done, hide } = useFirstSteps();
  if (done === null) return null;
  const current = FIRST_STEPS.find((step) => done[step] !== true);
  const count = FIRST_STEPS.filter((step) => done[step] === true).length;

  function handleHide(): void {
    // Moves the focus, because the pressed button disappears.
    document.querySelector("main")?.focus();
    hide();
  }

  return (
    <section aria-labelledby={titleId} className="rounded-card bg-surface p-5 pb-2 shadow-1 lg:mb-6 print:hidden">
      <div className="mb-3 flex items-baseline justify-between gap-3">
        <h2 id={titleId} className="font-title text-title">
          {firstStepsText.title}
        </h2>
        <p className="text-small text-ink-2">{stepsDone(count, FIRST_STEPS.length)}</p>
      </div>
      <ol>
        {FIRST_STEPS.map((step) => (
          <Step key={step} step={step} isDone={done[step] === true} isCurrent={step === current} />
        ))}
      </ol>
      <div className="mt-2 flex justify-end border-t border-line pt-1">
        <Button variant="quiet" size="compact" onClick={handleHide}>
          {firstStepsText.hide}
        </Button>
      </div>
    </section>
  );
}
