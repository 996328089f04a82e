import { Check, Copy, Mail, MessageCircle, Share2 } from "lucide-react";
import { useState } from "react";
import { messageText } from "#text/phrases/messages.ts";
import { eventPage } from "../pages.ts";
import { Button, buttonClass } from "../ui/buttons/button.tsx";
import { useExpiringMessage } from "../ui/overlays/use-expiring-message.ts";
import { copyText } from "../ui/page/copy-text.ts";

export function eventAddress(eventId: string): string {
  // The server only answers under its public address, so this page's origin is that address.
  return new URL(eventPage(eventId), window.location.origin).href;
}

interface MessageOfferProps {
  readonly message: string;
  readonly subject: string;
  readonly email?: string | undefined;
  readonly label: string;
  /** Id of the element that names the recipient, where several messages are offered. */
  readonly describedBy?: string | undefined;
  /** If left out, the text is shown only where it must be copied by hand. */
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

/** Opens the device's share dialog with the message; `null` if the user cancelled. */
async function shareOutcome(text: string): Promise<Outcome | null> {
  try {
    await navigator.share({ text });
    return null;
  } catch (error) {
    return error instanceof DOMException && error.name === "AbortError" ? null : "notShared";
  }
}

/** Ways to send a prepared message: the clipboard, the device's share dialog (or WhatsApp), the mail program. */
export function MessageOffer({ message, subject, email, label, describedBy, isTextShown = false }: MessageOfferProps) {
  const [outcome, setOutcome] = useState<{ readonly status: Outcome } | null>(null);
  const fleeting = useExpiringMessage(outcome);
  // In a list on a phone all buttons are in one line: the first with its text, the others as icons.
  const [narrow, word] = isTextShown ? ["", ""] : ["max-sm:w-11 max-sm:px-0", "max-sm:sr-only"];

  async function copy(): Promise<void> {
    setOutcome({ status: (await copyText(message)) ? "copied" : "notCopied" });
  }

  async function share(): Promise<void> {
    const status = await shareOutcome(message);
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
          icon={fleeting?.status === "copied" ? <Check /> : <Copy />}
          aria-describedby={describedBy}
          onClick={() => void copy()}
        >
          {messageText.copy}
        </Button>
        {canShare() ? (
          <Button
            size="compact"
            icon={<Share2 />}
            aria-describedby={describedBy}
            className={narrow}
            onClick={() => void share()}
          >
            <span className={word}>{messageText.share}</span>
          </Button>
        ) : (
          <a
            href={`https://wa.me/?text=${encodeURIComponent(message)}`}
            target="_blank"
            rel="noopener noreferrer"
            aria-describedby={describedBy}
            className={`${buttonClass({ size: "compact" })} ${narrow}`}
          >
            <MessageCircle />
            <span className={word}>{messageText.whatsApp}</span>
          </a>
        )}
        {email === undefined ? null : (
          <a
            href={mailLink(email, subject, message)}
            aria-describedby={describedBy}
            className={`${buttonClass({ size: "compact" })} ${narrow}`}
          >
            <Mail />
            <span className={word}>{messageText.mail}</span>
          </a>
        )}
        <span role="status" className="text-small text-ink-2">
          {fleeting === null ? "" : messageText[fleeting.status]}
        </span>
      </div>
    </>
  );
}
