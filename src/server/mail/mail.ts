import type { MailContent } from "#text/mails/mails.ts";

interface Recipient {
  readonly name: string;
  readonly address: string;
}

/** A mail with a link that somebody waits for. It is queued encrypted, and sent before all other mails. */
export interface Mail {
  /** The name of the mail in the log. */
  readonly kind:
    "password-reset" | "invitation" | "address-confirmation" | "address-change" | "address-taken" | "address-changed";
  /** The account that the mail is about. If that is deleted, the mail is not sent. */
  readonly userId: string;
  /** Further part of the key: a mail replaces a waiting one with the same `kind`, `userId` and `distinct`. */
  readonly distinct?: string;
  readonly to: Recipient;
  readonly content: MailContent;
  readonly expiresAt: Date;
}

/** A mail that is sent at once. Its text was written just before. */
export interface MailToSend {
  /** The id is the same at each try, so that receivers can detect duplicates. */
  readonly id: string;
  /** The account of the recipient. If that is deleted, the mail is not sent. */
  readonly userId: string;
  readonly to: Recipient;
  readonly content: MailContent;
  /** The addresses to which replies go; left out or empty: to the sender. */
  readonly replyTo?: readonly string[];
  /** The id of the event that the mail is about. Mail programs show all mails about it as one conversation. */
  readonly thread?: string;
  /** A POST to this URL stops mails of this kind, without a session (RFC 8058). */
  readonly unsubscribeUrl?: string;
  readonly date: Date;
}

/** A mail as a transport gets it. */
export interface TransportMail extends Omit<MailToSend, "userId"> {
  readonly from: string;
}

interface SendResult {
  /** Where the mail went: the file, or its id at the mail server. */
  readonly logFields: Readonly<Record<string, string>>;
  /** The response of the mail server. It may contain addresses, so it is not logged. */
  readonly response: string;
}

/** Sends mails: to a mail server, or into files if no server is set. */
export interface MailTransport {
  /** Resolves once the mail server accepted the mail, or the file was written. */
  readonly send: (mail: TransportMail) => Promise<SendResult>;
  readonly close: () => void;
}
