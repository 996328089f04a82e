import type { MailContent } from "#text/mails.ts";

/** A mail to one person. */
export interface Mail {
  /** What the log calls it: it names nobody. */
  readonly kind: "password-reset";
  /** Whose account it is about: without that it is not sent. */
  readonly userId: string;
  readonly to: { readonly name: string; readonly address: string };
  readonly content: MailContent;
  /** From then on it is of no use to anybody. */
  readonly expiresAt: Date;
}

/** A mail on its way: who wrote it, when, and the id that it keeps however often it is tried. */
export interface PostedMail extends Pick<Mail, "to" | "content"> {
  readonly id: string;
  readonly from: string;
  readonly date: Date;
}

/** Where mails go. */
export interface MailCarrier {
  /** Resolves once somebody else answers for the mail, to what the log may say about where it went. */
  readonly carry: (mail: PostedMail) => Promise<Readonly<Record<string, string>>>;
  readonly close: () => void;
}
