import { CalendarPlus, Check, ChevronDown, Copy } from "lucide-react";
import { type Ref, useId } from "react";
import { Redirect } from "wouter";
import { Confirm } from "#client/deletion/confirm.tsx";
import { type Outcome, OutcomeMessage, refusal, useAction } from "#client/forms/use-action.tsx";
import { NotLoaded } from "#client/loading/not-loaded.tsx";
import { useServerData } from "#client/loading/use-server-data.ts";
import { useLinkCopying } from "#client/messages/link-copying.tsx";
import { AnswerSign } from "#client/music/signs/answer-sign.tsx";
import { PAGES } from "#client/pages.ts";
import { useSharingState } from "#client/planning/sharing-hooks.ts";
import { ScreenHead } from "#client/screen/screen-head.tsx";
import { useCall } from "#client/session/use-call.ts";
import { Button, buttonClass } from "#client/ui/buttons/button.tsx";
import { TextField } from "#client/ui/fields/text-field.tsx";
import { useNextFocus } from "#client/ui/page/next-focus.ts";
import { Card } from "#client/ui/surfaces/card.tsx";
import { Alert } from "#client/ui/surfaces/message.tsx";
import { Skeleton } from "#client/ui/surfaces/skeleton.tsx";
import { CalendarLink } from "#contract/accounts/calendar-link.ts";
import { API } from "#contract/paths.ts";
import { agendaText, HOW_TOS, SEEN_WORDS } from "#text/agenda/agenda.ts";
import { ANSWER_WORDS } from "#text/phrases/availability.ts";

const ANSWERS = ["present", "none", "absent"] as const;

/** Explains how events look in the user's calendar program, for each answer. */
function LegendCard() {
  const titleId = useId();
  return (
    <Card labelledBy={titleId} className="p-4 sm:p-5">
      <h2 id={titleId} className="mb-3 text-control">
        {agendaText.seen}
      </h2>
      <dl className="flex flex-col gap-3">
        {ANSWERS.map((answer) => (
          <div key={answer} className="flex flex-wrap items-center gap-x-3">
            <dt className="flex max-w-full basis-33 items-center gap-2.5 text-control sm:basis-40">
              <AnswerSign answer={answer === "none" ? null : answer} size={20} />
              {ANSWER_WORDS[answer]}
            </dt>
            <dd className="min-w-0 grow basis-36 text-small text-ink-2">{SEEN_WORDS[answer]}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

interface AddressCardProps {
  readonly address: string;
  /** Ref of the link that opens the address. */
  readonly openRef: Ref<HTMLAnchorElement>;
}

function AddressCard({ address, openRef }: AddressCardProps) {
  const { fieldRef, copy, isCopied, hasFailed } = useLinkCopying(address);
  return (
    <Card as="div" className="flex flex-col gap-3 p-5">
      <TextField
        ref={fieldRef}
        label={agendaText.address}
        type="url"
        readOnly
        value={address}
        className="text-ellipsis"
        onFocus={({ target }) => target.select()}
      />
      <a
        ref={openRef}
        href={address.replace(/^https?:/, "webcal:")}
        className={`mt-1 ${buttonClass({ variant: "primary", size: "large", fullWidth: true })}`}
      >
        <CalendarPlus />
        {agendaText.open}
      </a>
      <Button size="large" fullWidth icon={isCopied ? <Check /> : <Copy />} onClick={copy}>
        {isCopied ? agendaText.copied : agendaText.copy}
      </Button>
      <span role="status" className="sr-only">
        {isCopied ? agendaText.copied : null}
      </span>
      {hasFailed ? <Alert>{agendaText.copyFailed}</Alert> : null}
      <p className="text-small text-ink-2">{agendaText.addressHint}</p>
    </Card>
  );
}

interface LinkChangeProps {
  readonly label: string;
  /** By default, the word for a deletion. */
  readonly confirmLabel?: string;
  /** The consequence, shown while the button asks for confirmation. */
  readonly hint: string;
  readonly className?: string;
  readonly isPending: boolean;
  readonly onConfirm: () => void;
}

/** A button that asks for confirmation, then replaces or removes the address. */
function LinkChange({ label, confirmLabel, hint, className = "", isPending, onConfirm }: LinkChangeProps) {
  return (
    <div className="group/change flex max-w-full flex-col gap-2 has-data-confirming:grow has-data-confirming:basis-full">
      <div aria-live="polite">
        <p className="hidden text-small group-has-data-confirming/change:block">{hint}</p>
      </div>
      <Confirm
        label={label}
        confirmLabel={confirmLabel}
        onConfirm={onConfirm}
        button={{ variant: "quiet", className: `px-0.5! ${className}`, isPending }}
      />
    </div>
  );
}

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

type LinkAction = "create" | "renew" | "remove";

/** A new address needs no sentence: it appears on the screen. */
const DONE_WORDS = { create: undefined, renew: agendaText.renewed, remove: agendaText.removed } as const;
const FAILED_WORDS = {
  create: agendaText.createFailed,
  renew: agendaText.renewFailed,
  remove: agendaText.removeFailed,
} as const;

interface OwnLinkProps {
  readonly address: string | null;
  readonly onChange: (address: string | null) => void;
}

function OwnLink({ address, onChange }: OwnLinkProps) {
  const call = useCall();
  /** Gets the focus when the pressed button disappears: the link to the new address, or the button that creates one. */
  const [successorRef, focusSuccessor] = useNextFocus();
  const { outcome, act, isPending } = useAction(async (action: LinkAction): Promise<Outcome> => {
    const { failure, value } =
      action === "remove"
        ? await call<CalendarLink | undefined>({ method: "DELETE", path: API.ownCalendar })
        : await call<CalendarLink | undefined>({ method: "POST", path: API.ownCalendar, response: CalendarLink });
    // After a failure the shown link is still valid.
    if (failure) return refusal(failure, FAILED_WORDS[action]);
    if (action !== "renew") focusSuccessor();
    onChange(value?.address ?? null);
    return { status: "done", sentence: DONE_WORDS[action] };
  });

  return (
    <div className="flex flex-col gap-4">
      {address === null ? null : <AddressCard key={address} address={address} openRef={successorRef} />}
      <LegendCard />
      {address === null ? (
        <Button
          ref={successorRef}
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
          <div className="flex flex-wrap justify-between gap-x-6 gap-y-2">
            <LinkChange
              label={agendaText.renew}
              confirmLabel={agendaText.confirmRenewal}
              hint={agendaText.renewHint}
              isPending={isPending}
              onConfirm={() => act("renew")}
            />
            <LinkChange
              label={agendaText.remove}
              hint={agendaText.removeHint}
              className="text-missing! hover:bg-missing-soft!"
              isPending={isPending}
              onConfirm={() => act("remove")}
            />
          </div>
        </>
      )}
      <OutcomeMessage outcome={outcome} className="-mt-4 [&>:not(:empty)]:mt-4" />
    </div>
  );
}

function AgendaPage() {
  const data = useServerData(API.ownCalendar, CalendarLink);
  return (
    <div className="mx-auto w-full max-w-[560px]">
      <header className="-mt-2 mb-4">
        <ScreenHead title={agendaText.title} />
        <p className="mt-1 text-balance text-ink-2">{agendaText.lead}</p>
      </header>
      {data.status === "loading" ? <Skeleton className="h-72 rounded-card" /> : null}
      {data.status === "ready" ? (
        <OwnLink address={data.value.address} onChange={(address) => data.change((link) => ({ ...link, address }))} />
      ) : null}
      {data.status === "failed" ? (
        <Card as="div">
          <NotLoaded data={data} sentence={agendaText.loadFailed} />
        </Card>
      ) : null}
    </div>
  );
}

/**
 * The screen with the address from which a calendar program reads the user's events. A local planning has no such address:
 * the screen redirects to the dashboard. Until the server has responded, the planning counts as shared.
 */
export function AgendaScreen() {
  return useSharingState() === "local" ? <Redirect to={PAGES.home} replace /> : <AgendaPage />;
}
