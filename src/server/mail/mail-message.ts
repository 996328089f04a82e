import type { SendMailOptions } from "nodemailer";
import type { MailContent } from "#text/mails/mails.ts";
import type { PostedMail } from "./mail.ts";

const HTML_ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => HTML_ESCAPES[character] ?? character);
}

/** Replaces control characters: a line end would start another header. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
}

/** The text part of a mail. */
export function textOf({ opening, link, closing }: MailContent): string {
  return `${[...opening, link.url, ...closing].join("\n\n")}\n`;
}

function paragraph(text: string): string {
  return `<p>${escapeHtml(text)}</p>`;
}

function htmlOf({ subject, opening, link, closing }: MailContent): string {
  const url = escapeHtml(link.url);
  return [
    `<!doctype html><html lang="fr"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>`,
    `<body style="font-family: sans-serif; font-size: 16px; line-height: 1.5">`,
    ...opening.map(paragraph),
    `<p><a href="${url}">${escapeHtml(link.label)}</a></p>`,
    ...closing.map(paragraph),
    "</body></html>",
  ].join("\n");
}

/** The domain of a mailbox in the form of MAIL_FROM: `Name <address@example.org>` or the bare address. */
function domainOf(mailbox: string): string {
  return /@([^\s<>@]+)>?$/.exec(mailbox)?.[1] ?? "localhost";
}

/** The message in the mail library's format. */
export function messageOf({ id, from, to, date, content }: PostedMail): SendMailOptions {
  return {
    // The same id at each attempt, so that receivers can detect duplicates.
    messageId: `<${id}@${domainOf(from)}>`,
    from,
    to: { name: oneLine(to.name), address: to.address },
    subject: oneLine(content.subject),
    date,
    text: textOf(content),
    html: htmlOf(content),
    // Prevents automatic replies (RFC 3834 §5).
    headers: { "Auto-Submitted": "auto-generated" },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
