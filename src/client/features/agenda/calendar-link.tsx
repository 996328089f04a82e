import { startTransition, useActionState, useEffect, useRef } from "react";
import { Button } from "#client/ui/buttons/button.tsx";
import { useExpiringMessage } from "#client/ui/overlays/use-expiring-message.ts";
import { Alert } from "#client/ui/surfaces/message.tsx";
import { StatusMessage } from "#client/ui/surfaces/status-message.tsx";
import { agendaText } from "#text/agenda/agenda.ts";
import { AddressCard } from "./address-card.tsx";
import { HowToList } from "./how-to-list.tsx";
import { LinkChanges } from "./link-changes.tsx";
import { SeenCard } from "./seen-card.tsx";

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
export function CalendarLink({ address, onRenew, onRemove }: CalendarLinkProps) {
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
