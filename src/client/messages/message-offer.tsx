import { Check, Copy, Mail, MessageCircle, Share2 } from "lucide-react";
import { useState } from "react";
import { messageText } from "#text/phrases/messages.ts";
import { eventPage } from "../pages.ts";
import { Button, buttonClass } from "../ui/buttons/button.tsx";
import { useExpiringMessage } from "../ui/overlays/use-expiring-message.ts";
import { copyText } from "../ui/page/copy-text.ts";

/** The full address of an event's page, for messages. */
export function eventAddress(eventId: string): string {
  // The server refuses requests to other hosts, so the origin of this page is the public address.
  return new URL(eventPage(eventId), window.location.origin).href;
}

interface MessageOfferProps {
  readonly message: string;
  readonly subject: string;
  readonly email?: string | undefined;
  readonly label: string;
  /** Id of the element that names the recipient, if the screen offers several messages. */
  readonly describedBy?: string | undefined;
  /** If false, the text is shown only after copying failed, so that the user can copy it by hand. */
  readonly isTextShown?: boolean;
}

type Outcome = "copied" | "notCopied" | "notShared";

function mailLink(address: string, subject: string, body: string): string {
  return `mailto:${encodeURIComponent(address)}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}

/** `navigator.share` is absent in many browsers and on insecure addresses, although the type denies it. */
function canShare(): boolean {
  return typeof (navigator.share as Navigator["share"] | undefined) === "function";
}

/** Opens the device's share dialog with the text. `null` if it was shared, or the user cancelled. */
async function shareText(text: string): Promise<Outcome | null> {
  try {
    await navigator.share({ text });
    return null;
  } catch (error) {
    return error instanceof DOMException && error.name === "AbortError" ? null : "notShared";
  }
}

/** Buttons to send a prepared message: copy, share (the device's dialog or WhatsApp), and open the mail program. */
export function MessageOffer({ message, subject, email, label, describedBy, isTextShown = false }: MessageOfferProps) {
  const [outcome, setOutcome] = useState<{ readonly status: Outcome } | null>(null);
  const expiringOutcome = useExpiringMessage(outcome);
  // In a list on a phone, all buttons are in one line. Only the first one shows its text, the others are icons.
  const [narrowClass, wordClass] = isTextShown ? ["", ""] : ["max-sm:w-11 max-sm:px-0", "max-sm:sr-only"];

  async function copy(): Promise<void> {
    setOutcome({ status: (await copyText(message)) ? "copied" : "notCopied" });
  }

  async function share(): Promise<void> {
    const status = await shareText(message);
    setOutcome(status === null ? null : { status });
  }

  return (
    <>
      {isTextShown || outcome?.status === "notCopied" ? (
        <p
          className="mb-2 rounded-small bg-surface p-3 text-small wrap-anywhere whitespace-pre-line select-all"
          aria-label={label}
        >
          {message}
        </p>
      ) : null}
      <div className={`flex flex-wrap items-center print:hidden ${isTextShown ? "gap-2" : "gap-1 sm:gap-2"}`}>
        <Button
          size="compact"
          icon={expiringOutcome?.status === "copied" ? <Check /> : <Copy />}
          aria-describedby={describedBy}
          className={isTextShown ? "" : "max-sm:grow max-sm:basis-36 max-sm:px-1"}
          onClick={() => void copy()}
        >
          {messageText.copy}
        </Button>
        {canShare() ? (
          <Button
            size="compact"
            icon={<Share2 />}
            aria-describedby={describedBy}
            className={narrowClass}
            onClick={() => void share()}
          >
            <span className={wordClass}>{messageText.share}</span>
          </Button>
        ) : (
          <a
            href={`https://wa.me/?text=${encodeURIComponent(message)}`}
            target="_blank"
            rel="noopener noreferrer"
            aria-describedby={describedBy}
            className={`${buttonClass({ size: "compact" })} ${narrowClass}`}
          >
            <MessageCircle />
            <span className={wordClass}>{messageText.whatsApp}</span>
          </a>
        )}
        {email === undefined ? null : (
          <a
            href={mailLink(email, subject, message)}
            aria-describedby={describedBy}
            className={`${buttonClass({ size: "compact" })} ${narrowClass}`}
          >
            <Mail />
            <span className={wordClass}>{messageText.mail}</span>
          </a>
        )}
        <span role="status" className="text-small text-ink-2">
          {expiringOutcome === null ? "" : messageText[expiringOutcome.status]}
        </span>
      </div>
    </>
  );
}
