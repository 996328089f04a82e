import type { MailContent, MailEvent } from "../mails/mails.ts";
import { forPerson } from "../event/answering-for.ts";
import { frenchList } from "../phrases/role-phrases.ts";
import { greeting } from "./message-frame.ts";

/** A mail to somebody for whom the recipient answers. */
export interface EntrustedMail {
  /** The full name of the person. */
  readonly name: string;
  /** Whether the mail names the person itself. */
  readonly isNaming: boolean;
  readonly mail: MailContent;
}

/** « Pour Léa · dim. 29 nov., 10:00 · Il manque votre réponse. » */
export function lineFor(firstName: string, line: string): string {
  return `${forPerson(firstName)} · ${line}`;
}

/** « Pour Léa Petit : Il manque votre réponse pour une date. » */
function openingFor({ name, mail }: EntrustedMail): string[] {
  const [, ...lines] = mail.opening;
  const text = lines.join(" ");
  return text === "" ? [] : [`${forPerson(name)}\u00a0: ${text}`];
}

function keyOf({ name, when, place }: MailEvent): string {
  return JSON.stringify([name, when, place]);
}

/** Each event once: as it concerns the recipient, and below for each entrusted person. */
function eventsOf(own: MailContent | null, others: readonly EntrustedMail[]): MailEvent[] {
  const events = new Map((own?.events ?? []).map((event) => [keyOf(event), event]));
  for (const { name, mail } of others) {
    for (const { details = [], stake, actions = [], ...event } of mail.events ?? []) {
      const known: MailEvent = events.get(keyOf(event)) ?? event;
      const said = new Set(known.details);
      const row = {
        label: forPerson(name),
        details: details.filter((line) => !said.has(line)),
        ...(stake !== undefined && { stake }),
        actions,
      };
      events.set(keyOf(event), { ...known, people: [...(known.people ?? []), row] });
    }
  }
  return [...events.values()];
}

function distinct(lines: readonly string[]): string[] {
  return [...new Set(lines)];
}

/**
 * One mail for all: what the recipient is told themself (`null`: nothing), and what those are told who are entrusted to them.
 */
export function familyMail(firstName: string, own: MailContent | null, others: readonly EntrustedMail[]): MailContent {
  const [first] = others;
  if (first === undefined) {
    if (own === null) throw new Error("a mail to nobody");
    return own;
  }
  const main = own ?? first.mail;
  const mails = [...(own === null ? [] : [own]), ...others.map(({ mail }) => mail)];
  const names = frenchList(others.map(({ name }) => name));
  const footer = main.footer && {
    ...main.footer,
    ...(own === null && {
      why: `Vous recevez ce message parce que vous répondez pour ${names}. Ces liens sont personnels.`,
    }),
  };
  return {
    ...main,
    subject:
      own === null && others.length === 1 && !first.isNaming
        ? `${forPerson(first.name)}\u00a0: ${main.subject}`
        : main.subject,
    opening: [greeting(firstName), ...(own?.opening.slice(1) ?? []), ...others.flatMap(openingFor)],
    events: eventsOf(own, others),
    closing: distinct(mails.flatMap(({ closing }) => closing)),
    ...(footer && { footer }),
  };
}
