import { CalendarPlus, Check, Copy } from "lucide-react";
import { type Ref, useRef, useState, useId } from "react";
import { Button, buttonClass } from "#client/ui/buttons/button.tsx";
import { TextField } from "#client/ui/fields/text-field.tsx";
import { useExpiringMessage } from "#client/ui/overlays/use-expiring-message.ts";
import { Card } from "#client/ui/surfaces/card.tsx";
import { Alert } from "#client/ui/surfaces/message.tsx";
import { agendaText, SEEN_WORDS } from "#text/agenda/agenda.ts";
import { AnswerSign } from "#client/music/signs/answer-sign.tsx";
import { ANSWER_WORDS } from "#text/phrases/availability.ts";

const ANSWERS = ["present", "none", "absent"] as const;

/** What an event looks like in the calendar, by the user's own answer. */
export function SeenCard() {
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

/** Result of a press. Each press creates a new object, so that each is announced. */
type Outcome = { readonly status: "nothing" } | { readonly status: "copied" } | { readonly status: "failed" };

interface AddressCardProps {
  readonly address: string;
  readonly openRef: Ref<HTMLAnchorElement>;
}

/** The address, to open in a calendar program or to copy. */
export function AddressCard({ address, openRef }: AddressCardProps) {
  const [outcome, setOutcome] = useState<Outcome>({ status: "nothing" });
  const copied = useExpiringMessage(outcome.status === "copied" ? outcome : null);
  const fieldRef = useRef<HTMLInputElement>(null);

  async function copy(): Promise<void> {
    try {
      // Unavailable under http:// (except on localhost); rejected if the user refused permission.
      await navigator.clipboard.writeText(address);
      setOutcome({ status: "copied" });
    } catch {
      fieldRef.current?.select();
      setOutcome({ status: "failed" });
    }
  }

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
      <Button size="large" fullWidth icon={copied ? <Check /> : <Copy />} onClick={() => void copy()}>
        {copied ? agendaText.copied : agendaText.copy}
      </Button>
      <span role="status" className="sr-only">
        {copied ? agendaText.copied : null}
      </span>
      {outcome.status === "failed" ? <Alert>{agendaText.copyFailed}</Alert> : null}
      <p className="text-small text-ink-2">{agendaText.addressHint}</p>
    </Card>
  );
}
