import { createHash } from "node:crypto";
import type { SendMailOptions } from "nodemailer";
import { htmlOf } from "./layout/mail-html.ts";
import { textOf } from "./layout/mail-text.ts";
import type { TransportMail } from "./mail.ts";

const SAFE_ID = /^[\w-]{1,64}$/;

/** Replaces control characters: a line end would start another header. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp} ]+/gu, " ").trim();
}

/** The domain of a mailbox in the form of MAIL_FROM: `Name <address@example.org>` or the bare address. */
function domainOf(mailbox: string): string {
  return /@([^\s<>@]+)>?$/.exec(mailbox)?.[1] ?? "localhost";
}

/** Lets mail programs offer "unsubscribe" with one click (RFC 8058). `prepared`: the library must not fold the values. */
function unsubscribeHeaders(url: string | undefined) {
  if (url === undefined) return {};
  return {
    "List-Unsubscribe": { prepared: true, value: `<${url}>` },
    "List-Unsubscribe-Post": { prepared: true, value: "List-Unsubscribe=One-Click" },
  };
}

/** An event's id in the form that a header allows. Ids in published plannings may have any characters. */
function threadName(eventId: string): string {
  return SAFE_ID.test(eventId) ? eventId : createHash("sha256").update(eventId).digest("hex");
}

/** The mail as the mail library expects it, with text, HTML and headers. */
export function messageOf(mail: TransportMail): SendMailOptions {
  const { id, from, to, replyTo = [], date, content, thread, unsubscribeUrl } = mail;
  const domain = domainOf(from);
  // Mail programs group mails that refer to the same mail. That mail, with an id made of the event's id, is never sent.
  const root = thread === undefined ? undefined : `<event-${threadName(thread)}@${domain}>`;
  return {
    messageId: `<${id}@${domain}>`,
    ...(root !== undefined && { inReplyTo: root, references: root }),
    from,
    to: { name: oneLine(to.name), address: to.address },
    ...(replyTo.length > 0 && { replyTo: [...replyTo] }),
    subject: oneLine(content.subject),
    date,
    text: textOf(content),
    html: htmlOf(content),
    headers: {
      // Prevents automatic replies (RFC 3834 §5).
      "Auto-Submitted": "auto-generated",
      ...unsubscribeHeaders(unsubscribeUrl),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
