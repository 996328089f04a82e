import { Redirect, useLocation } from "wouter";
import { useSharingState } from "#client/planning/sharing-hooks.ts";
import { BackButton } from "#client/ui/buttons/back-button.tsx";
import { Button } from "#client/ui/buttons/button.tsx";
import { goBack } from "#client/ui/buttons/go-back.ts";
import { Card } from "#client/ui/surfaces/card.tsx";
import { EmptyStaff } from "#client/ui/surfaces/empty-staff.tsx";
import { ScreenTitle, useTitle } from "#client/ui/surfaces/screen-title.tsx";
import { Skeleton } from "#client/ui/surfaces/skeleton.tsx";
import { PAGES } from "#client/pages.ts";
import { agendaText, HOW_TOS } from "#text/agenda/agenda.ts";
import { actionText } from "#text/phrases/actions.ts";
import { layoutText } from "#text/shell/layout.ts";
import { useCalendarLink } from "./use-calendar-link.ts";
import { startTransition, useActionState, useEffect, useRef } from "react";
import { useExpiringMessage } from "#client/ui/overlays/use-expiring-message.ts";
import { Alert } from "#client/ui/surfaces/message.tsx";
import { StatusMessage } from "#client/ui/surfaces/status-message.tsx";
import { AddressCard, SeenCard } from "./address-card.tsx";
import { ChevronDown } from "lucide-react";
import { TwoStepConfirm } from "#client/ui/buttons/two-step-confirm.tsx";

interface LinkChangesProps {
  readonly isPending: boolean;
  readonly onRenew: () => void;
  readonly onRemove: () => void;
}

interface ChangeProps {
  readonly label: string;
  readonly confirmLabel: string;
  /** What follows, shown while it asks. */
  readonly hint: string;
  readonly className?: string;
  readonly isPending: boolean;
  readonly onConfirm: () => void;
}

function Change({ label, confirmLabel, hint, className = "", isPending, onConfirm }: ChangeProps) {
  return (
    <div className="group/change flex max-w-full flex-col gap-2 has-data-confirming:grow has-data-confirming:basis-full">
      <div aria-live="polite">
        <p className="hidden text-small group-has-data-confirming/change:block">{hint}</p>
      </div>
      <TwoStepConfirm
        label={label}
        confirmLabel={confirmLabel}
        cancelLabel={actionText.cancel}
        onConfirm={onConfirm}
        button={{ variant: "quiet", className: `px-0.5! ${className}`, isPending }}
      />
    </div>
  );
}

/** Another address instead of this one, or none any more: each is confirmed in place. */
function LinkChanges({ isPending, onRenew, onRemove }: LinkChangesProps) {
  return (
    <div className="flex flex-wrap justify-between gap-x-6 gap-y-2">
      <Change
        label={agendaText.renew}
        confirmLabel={agendaText.confirmRenewal}
        hint={agendaText.renewHint}
        isPending={isPending}
        onConfirm={onRenew}
      />
      <Change
        label={agendaText.remove}
        confirmLabel={agendaText.confirmRemoval}
        hint={agendaText.removeHint}
        className="text-missing! hover:bg-missing-soft!"
        isPending={isPending}
        onConfirm={onRemove}
      />
    </div>
  );
}

/** Folded lines: how the address gets into each program. */
function HowToList() {
  return (
    <div className="border-t border-line">
      {HOW_TOS.map(({ title, steps }) => (
        <details key={title} className="group border-b border-line">
          <summary className="flex min-h-13 cursor-pointer list-none items-center text-control text-primary [&::-webkit-details-marker]:hidden">
            {title}
            <ChevronDown className="mr-1 ml-auto flex-none transition-transform duration-120 group-open:rotate-180" />
          </summary>
          <ol className="flex list-decimal flex-col gap-1.5 pb-4 pl-5 text-small">
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </details>
      ))}
    </div>
  );
}

interface CalendarLinkProps {
  readonly address: string | null;
  /** Each resolves with a sentence about why it failed; `null` if it succeeded. */
  readonly onRenew: () => Promise<string | null>;
  readonly onRemove: () => Promise<string | null>;
}

type Act = "create" | "renew" | "remove";

type Outcome =
  | { readonly status: "nothing" }
  | { readonly status: "done"; readonly act: Act }
  | { readonly status: "failed"; readonly act: Act; readonly reason: string };

const NO_OUTCOME: Outcome = { status: "nothing" };
const DONE_WORDS = { create: null, renew: agendaText.renewed, remove: agendaText.removed } as const;
const FAILED_WORDS = {
  create: agendaText.createFailed,
  renew: agendaText.renewFailed,
  remove: agendaText.removeFailed,
} as const;

/** The user's calendar address, or the button that makes one. */
function CalendarLink({ address, onRenew, onRemove }: CalendarLinkProps) {
  const createRef = useRef<HTMLButtonElement>(null);
  const openRef = useRef<HTMLAnchorElement>(null);

  async function run(_: Outcome, act: Act): Promise<Outcome> {
    const reason = await (act === "remove" ? onRemove() : onRenew());
    return reason === null ? { status: "done", act } : { status: "failed", act, reason };
  }

  const [outcome, submit, isPending] = useActionState(run, NO_OUTCOME);
  const done = useExpiringMessage(outcome.status === "done" ? outcome : null);
  const act = (wanted: Act) => startTransition(() => submit(wanted));

  useEffect(() => {
    // The pressed button is gone.
    if (outcome.status !== "done" || outcome.act === "renew") return;
    (outcome.act === "create" ? openRef : createRef).current?.focus();
  }, [outcome]);

  return (
    <div className="flex flex-col gap-4">
      {address === null ? null : <AddressCard key={address} address={address} openRef={openRef} />}
      <SeenCard />
      {address === null ? (
        <Button
          ref={createRef}
          variant="primary"
          size="large"
          fullWidth
          isPending={isPending}
          onClick={() => act("create")}
        >
          {agendaText.create}
        </Button>
      ) : (
        <>
          <HowToList />
          <LinkChanges isPending={isPending} onRenew={() => act("renew")} onRemove={() => act("remove")} />
        </>
      )}
      {outcome.status === "failed" ? <Alert detail={outcome.reason}>{FAILED_WORDS[outcome.act]}</Alert> : null}
      <StatusMessage>{done === null ? null : DONE_WORDS[done.act]}</StatusMessage>
    </div>
  );
}

function AgendaPage() {
  const [, navigate] = useLocation();
  const { state, reload, renew, remove } = useCalendarLink();
  useTitle(agendaText.title);
  return (
    <div className="mx-auto w-full max-w-[560px]">
      <header className="-mt-2 mb-4">
        <BackButton label={actionText.back} onClick={() => goBack(() => navigate(PAGES.home))} />
        <ScreenTitle>{agendaText.title}</ScreenTitle>
        <p className="mt-1 text-balance text-ink-2">{agendaText.lead}</p>
      </header>
      {state.status === "loading" ? <Skeleton className="h-72 rounded-card" /> : null}
      {state.status === "ready" ? <CalendarLink address={state.address} onRenew={renew} onRemove={remove} /> : null}
      {state.status === "failed" ? (
        <Card as="div">
          <EmptyStaff
            title={agendaText.loadFailed}
            hint={state.reason}
            action={<Button onClick={() => void reload()}>{layoutText.retry}</Button>}
          />
        </Card>
      ) : null}
    </div>
  );
}

/**
 * Shows the address from which the user's calendar program reads their events. Only a shared planning has one. Until the
 * server has answered, the planning counts as shared.
 */
export function AgendaScreen() {
  return useSharingState() === "local" ? <Redirect to={PAGES.home} replace /> : <AgendaPage />;
}
