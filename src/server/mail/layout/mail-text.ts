import { type MailContent, type MailEvent, type MailPerson, MAIL_SIGNATURE, quoteSource } from "#text/mails/mails.ts";

/** The address has a line of its own, so that mail programs make a link of all of it. */
function linkLines({ label, url }: { readonly label: string; readonly url: string }): string[] {
  return [`${label}\u00a0:`, url];
}

function personLines({ label, details = [], stake, actions = [] }: MailPerson): string[] {
  return [label, ...details, stake ?? "", ...actions.flatMap(linkLines)];
}

function eventOf({ name, when, place, stake, details = [], actions = [], people = [] }: MailEvent): string {
  const eventLines = [name, when, place, ...details, stake ?? "", ...actions.flatMap(linkLines)];
  const lines = [...eventLines, ...people.flatMap(personLines)];
  return lines.filter((line) => line !== "").join("\n");
}

function footerOf({ why, links }: NonNullable<MailContent["footer"]>): string {
  return [why, ...links.flatMap(linkLines)].join("\n");
}

/** The text part of a mail, in the order of the HTML part. */
export function textOf({ opening, quote, events = [], link, closing, footer }: MailContent): string {
  const blocks = [
    ...opening,
    ...(quote === undefined ? [] : [`${quoteSource(quote.from)}\n${quote.text}`]),
    ...events.map(eventOf),
    ...(link !== undefined && events.length === 0 ? [link.url] : []),
    ...closing,
    ...(link !== undefined && events.length > 0 ? [linkLines(link).join("\n")] : []),
    ...(footer === undefined ? [] : [footerOf(footer)]),
    MAIL_SIGNATURE,
  ];
  return `${blocks.join("\n\n")}\n`;
}
