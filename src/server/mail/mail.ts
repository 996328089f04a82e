import type { MailContent } from "#text/mails/mails.ts";

/** A mail to one person. */
export interface Mail {
  /** Its name in the log, which names nobody. */
  readonly kind: "password-reset" | "invitation";
  /** The account that it is about. If that is deleted, the mail is not sent. */
  readonly userId: string;
  readonly to: { readonly name: string; readonly address: string };
  readonly content: MailContent;
  /** When it becomes useless. */
  readonly expiresAt: Date;
}

/** A mail with sender, date and id. The id stays the same at each attempt. */
export interface PostedMail extends Pick<Mail, "to" | "content"> {
  readonly id: string;
  readonly from: string;
  readonly date: Date;
}

/** Transport for mails. */
export interface MailCarrier {
  /** Resolves once the mail was handed over, to fields for the log about where it went. */
  readonly carry: (mail: PostedMail) => Promise<Readonly<Record<string, string>>>;
  readonly close: () => void;
}
