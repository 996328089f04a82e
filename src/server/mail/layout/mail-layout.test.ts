import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { invitationMail, type MailContent, passwordResetMail } from "#text/mails/mails.ts";
import { htmlOf, MAIL_COLOURS } from "./mail-html.ts";
import { textOf } from "./mail-text.ts";

const TOKENS = readFileSync(join(import.meta.dirname, "../../../client/styles/tokens.css"), "utf8");

const CONTENT: MailContent = {
  subject: "Deux réponses attendues",
  preheader: "Un toucher par date suffit.",
  opening: ["Bonjour Thomas,", "Il manque votre réponse."],
  quote: { from: "Anna Roux", text: "Sans toi, <rien>.\nVraiment." },
  events: [
    {
      name: "Veillée & prière",
      when: "samedi 21 novembre 2026 à 20:00",
      place: "Chapelle",
      stake: "Sans vous, pas de Batterie.",
      actions: [
        { label: "Présent", url: "https://example.org/answer?t=1&r=present", look: "present" },
        { label: "Absent", url: "https://example.org/answer?t=1&r=absent", look: "absent" },
      ],
    },
    { name: "Culte", when: "dimanche", place: "Temple", details: ["Était prévu samedi."] },
  ],
  link: { label: "Noter une absence", url: "https://example.org/absences" },
  closing: ["À bientôt."],
  footer: {
    why: "Vous jouez dans ce groupe.",
    links: [{ label: "Ne plus recevoir de rappels", url: "https://example.org/unsubscribe?t=2" }],
  },
};

/** The words of an HTML text, as a screen reader reads them. */
function wordsOf(html: string): string {
  return html
    .replace(/^.*<body[^>]*>/s, "")
    .replaceAll(/<(\w+)[^>]*aria-hidden="true"[^>]*>.*?<\/\1>/gs, "")
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll("&amp;", "&")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&#39;", "'");
}

test("the text part has everything in order, each address on a line of its own", () => {
  expect(textOf(CONTENT)).toBe(`Bonjour Thomas,

Il manque votre réponse.

Anna Roux\u00a0:
Sans toi, <rien>.
Vraiment.

Veillée & prière
samedi 21 novembre 2026 à 20:00
Chapelle
Sans vous, pas de Batterie.
Présent\u00a0:
https://example.org/answer?t=1&r=present
Absent\u00a0:
https://example.org/answer?t=1&r=absent

Culte
dimanche
Temple
Était prévu samedi.

À bientôt.

Noter une absence\u00a0:
https://example.org/absences

Vous jouez dans ce groupe.
Ne plus recevoir de rappels\u00a0:
https://example.org/unsubscribe?t=2

Diapason · Le planning qui sonne juste
`);
});

test.each([CONTENT, passwordResetMail("https://example.org/r"), invitationMail("https://example.org/i")])(
  "both parts say the same in the same order: $subject",
  (content) => {
    const words = wordsOf(htmlOf(content));
    const lines = textOf(content)
      .split("\n")
      .map((line) => line.replace(/\u00a0:$/, ""))
      .filter((line) => line !== "" && !line.startsWith("https://"));
    let place = 0;
    for (const line of lines) {
      const found = words.indexOf(line, place);
      expect(found, line).toBeGreaterThanOrEqual(place);
      place = found;
    }
    for (const url of textOf(content).match(/^https:.*$/gm) ?? []) {
      expect(htmlOf(content)).toContain(`href="${url.replaceAll("&", "&amp;")}"`);
    }
  },
);

test("the HTML part is French, loads nothing, and its tables are for looks only", () => {
  const html = htmlOf(CONTENT);
  expect(html).toContain('<html lang="fr">');
  expect(html).not.toMatch(/<img|<script|<link|url\(|@import|src=/);
  expect(html.match(/<table /g)?.length).toBe(html.match(/<table role="presentation"/g)?.length);
  expect(html).toContain("<h2 ");
});

test("the preheader comes first, and is seen in lists only", () => {
  expect(htmlOf(CONTENT)).toMatch(/<body[^>]*>\n<div style="display:none[^"]*">Un toucher par date suffit\./);
  expect(textOf(CONTENT)).not.toContain("Un toucher");
});

test("what people typed is text, never markup", () => {
  const hostile = `<b>"'&</b>`;
  const html = htmlOf({
    ...CONTENT,
    subject: hostile,
    preheader: hostile,
    opening: [hostile],
    quote: { from: hostile, text: hostile },
    events: [{ name: hostile, when: hostile, place: hostile, stake: hostile, details: [hostile] }],
    footer: { why: hostile, links: [{ label: hostile, url: `https://example.org/"><b>` }] },
  });
  expect(html).not.toContain("<b>");
  expect(html.match(/&lt;b&gt;&quot;&#39;&amp;&lt;\/b&gt;/g)?.length).toBe(12);
});

test("the colours are those of the page, and each that is used has its dark one", () => {
  for (const [name, [light, dark]] of Object.entries(MAIL_COLOURS)) {
    expect(TOKENS, name).toContain(`--color-${name}: light-dark(${light}, ${dark});`);
  }
  const html = htmlOf(CONTENT) + htmlOf(passwordResetMail("https://example.org/r"));
  const classes = new Set(Array.from(html.matchAll(/class="([^"]+)"/g), ([, names = ""]) => names.split(" ")).flat());
  expect(classes.size).toBeGreaterThan(10);
  for (const name of classes) expect(html).toContain(`.${name}{`);
});
