import type { MailContent } from "#text/mails.ts";

/** A mail to one person. */
export interface Mail {
  /** What the log calls it: it names nobody. */
  readonly kind: "password-reset";
  readonly to: { readonly name: string; readonly address: string };
  readonly content: MailContent;
}

/** A mail on its way: who wrote it, and when. */
export interface PostedMail extends Mail {
  readonly from: string;
  readonly date: Date;
}

/** Where mails go. */
export interface MailCarrier {
  /** Resolves once somebody else answers for the mail, to what the log may say about where it went. */
  readonly carry: (mail: PostedMail) => Promise<Readonly<Record<string, string>>>;
  readonly close: () => void;
}
