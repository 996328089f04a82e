import type { EventDetails } from "../../domain/planning/planning.ts";
import type { Programme } from "../../domain/programme/programme.ts";
import { programmeText, titleLine, titlesCounted } from "../event/programme.ts";
import type { MailContent } from "../mails/mails.ts";
import { eventAndDay, footerOf, greeting, mailEvent, type MessageLinks } from "./message-frame.ts";

interface ProgrammeMessage {
  readonly firstName: string;
  readonly event: EventDetails;
  readonly programme: Programme;
  readonly groupName: string;
  readonly links: MessageLinks & { readonly event: string };
}

/** « 5 titres au programme. » */
export function programmeLine(programme: Programme): string {
  return `${titlesCounted(programme.length)} au programme.`;
}

/** To a person who is present, when a leader sends it. */
export function programmeMail({ firstName, event, programme, groupName, links }: ProgrammeMessage): MailContent {
  const details = programme.map((item, index) => {
    const line = `${index + 1}. ${titleLine(item)}`;
    return item.note === undefined ? line : `${line}, ${item.note}`;
  });
  return {
    subject: `${programmeText.title}\u00a0: ${eventAndDay(event)}`,
    preheader: programme.map(({ title }) => title).join(", "),
    opening: [greeting(firstName), "Voici ce que nous jouons."],
    events: [{ ...mailEvent(event), details }],
    link: { label: "Voir le programme", url: links.event },
    closing: [],
    footer: footerOf("changes", [groupName], links),
  };
}
