import { CalendarPlus, Check, Copy } from "lucide-react";
import { type Ref, useId } from "react";
import { useLinkCopying } from "#client/messages/link-copying.tsx";
import { Button, buttonClass } from "#client/ui/buttons/button.tsx";
import { TextField } from "#client/ui/fields/text-field.tsx";
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

interface AddressCardProps {
  readonly address: string;
  readonly openRef: Ref<HTMLAnchorElement>;
}

export function AddressCard({ address, openRef }: AddressCardProps) {
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
