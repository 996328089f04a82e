import { ArrowRight, Check, Plus } from "lucide-react";
import { useId } from "react";
import { Link } from "wouter";
import { FIRST_STEPS, type FirstStep } from "#domain/planning/first-steps.ts";
import { Button, buttonClass } from "#client/ui/buttons/button.tsx";
import { PAGES } from "#client/pages.ts";
import { firstStepsText, STEP_WORDS, stepsDone } from "#text/dashboard/first-steps.ts";
import { useFirstSteps } from "./use-first-steps.tsx";

const STEP_PAGES: Readonly<Record<FirstStep, string>> = {
  event: PAGES.createEvent,
  sharing: PAGES.groupChoice,
  team: PAGES.addPeople,
};

interface StepProps {
  readonly step: FirstStep;
  readonly isDone: boolean;
  /** The first one that is not done: it alone has a filled button. */
  readonly isCurrent: boolean;
}

function StepAction({ step, isCurrent }: Pick<StepProps, "step" | "isCurrent">) {
  const { action } = STEP_WORDS[step];
  if (isCurrent) {
    return (
      <Link href={STEP_PAGES[step]} className={`mt-2.5 ${buttonClass({ variant: "primary" })}`}>
        {step === "event" ? <Plus /> : null}
        {action}
      </Link>
    );
  }
  return (
    <Link
      href={STEP_PAGES[step]}
      className="inline-flex min-h-11 items-center gap-2 rounded-small text-small font-semibold text-primary hover:underline"
    >
      {action}
      <ArrowRight className="size-4" />
    </Link>
  );
}

function Step({ step, isDone, isCurrent }: StepProps) {
  const { title, hint } = STEP_WORDS[step];
  const ring = isCurrent ? "border-primary bg-primary-soft text-primary" : "border-edge";
  const look = isDone ? "border-primary bg-primary text-on-primary" : ring;
  return (
    <li className="group flex gap-3" aria-current={isCurrent ? "step" : undefined}>
      <span aria-hidden="true" className="flex flex-none flex-col items-center gap-1">
        <span
          className={`flex size-[30px] items-center justify-center rounded-full border-[1.5px] font-title text-control ${look}`}
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

/** For an admin who starts a planning: what to do first. */
export function FirstSteps() {
  const titleId = useId();
  const { done, hide } = useFirstSteps();
  if (done === null) return null;
  const current = FIRST_STEPS.find((step) => done[step] !== true);
  const count = FIRST_STEPS.filter((step) => done[step] === true).length;

  function handleHide(): void {
    // The focus would be lost with the button.
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
