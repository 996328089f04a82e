import type { MailContent } from "#text/mails/mails.ts";

interface Recipient {
  readonly name: string;
  readonly address: string;
}

/** A mail with a link that somebody waits for. It is stored encrypted until it leaves, and leaves before all others. */
export interface Mail {
  /** Its name in the log. */
  readonly kind:
    "password-reset" | "invitation" | "address-confirmation" | "address-change" | "address-taken" | "address-changed";
  /** The account that it is about. If that is deleted, the mail is not sent. */
  readonly userId: string;
  /** A mail replaces a waiting one of the same kind to the same account, unless they differ in this. */
  readonly distinct?: string;
  readonly to: Recipient;
  readonly content: MailContent;
  readonly expiresAt: Date;
}

/** A mail whose text is written just before it is sent. */
export interface Message {
  /** Stays the same at each attempt, so that receivers can detect duplicates. */
  readonly id: string;
  /** The account that it goes to. If that is deleted, the mail is not sent. */
  readonly userId: string;
  readonly to: Recipient;
  readonly content: MailContent;
  /** Where replies go; none: to the sender. */
  readonly replyTo?: readonly string[];
  /** The event that it is about: mail programs show its mails as one conversation. */
  readonly thread?: string;
  /** Stops mails of this kind at a POST, without a session (RFC 8058). */
  readonly unsubscribeUrl?: string;
  readonly date: Date;
}

export interface PostedMail extends Omit<Message, "userId"> {
  readonly from: string;
}

interface Handover {
  /** Fields for the log about where the mail went. */
  readonly whereabouts: Readonly<Record<string, string>>;
  /** What the mail server answered. It may contain addresses, so it is not logged. */
  readonly answer: string;
}

export interface MailCarrier {
  /** Resolves once the mail was handed over. */
  readonly carry: (mail: PostedMail) => Promise<Handover>;
  readonly close: () => void;
}
