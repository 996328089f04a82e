import {
  MAIL_SIGNATURE,
  type MailAction,
  type MailContent,
  type MailEvent,
  type MailPerson,
  quoteSource,
} from "#text/mails/mails.ts";

/**
 * The page's colours, light and dark (src/client/styles/tokens.css). Mail programs do not support CSS variables. So each
 * element has the light value in its `style`, and a class that replaces the value in dark mode.
 */
export const MAIL_COLOURS = {
  bg: ["#f6f2eb", "#171211"],
  surface: ["#fffdfa", "#211b19"],
  sunk: ["#efe9df", "#120e0d"],
  ink: ["#261d1b", "#f4ece2"],
  "ink-2": ["#5c5049", "#c5b8ac"],
  "ink-3": ["#73675e", "#a3968b"],
  line: ["#e5dccf", "#372e2a"],
  primary: ["#0e5a66", "#86c9cf"],
  "on-primary": ["#ffffff", "#08282d"],
  ok: ["#1d6843", "#86d3a3"],
  "ok-soft": ["#dff0e4", "#173524"],
  missing: ["#ae281f", "#ff9d8f"],
  absent: ["#76365f", "#eba3cf"],
  "absent-soft": ["#f4e3ed", "#421f36"],
} as const satisfies Readonly<Record<string, readonly [light: string, dark: string]>>;

type Colour = keyof typeof MAIL_COLOURS;

/** For each use of a colour: the first letter of its class, and the CSS property. */
const USES = { text: ["c", "color"], back: ["b", "background-color"], edge: ["e", "border-color"] } as const;

type Paint = Readonly<Partial<Record<keyof typeof USES, Colour>>>;

/** The `class` and `style` attributes of an element in these colours. */
function painted(paint: Paint, style: string): string {
  const uses = (Object.keys(USES) as (keyof typeof USES)[]).flatMap((use) => {
    const colour = paint[use];
    if (colour === undefined) return [];
    const [letter, property] = USES[use];
    return [{ className: `${letter}-${colour}`, rule: `${property}:${MAIL_COLOURS[colour][0]}` }];
  });
  const classes = uses.map(({ className }) => className).join(" ");
  return `class="${classes}" style="${[style, ...uses.map(({ rule }) => rule)].join(";")}"`;
}

/** The rules for dark mode. Only `!important` wins over inline styles. */
function darkRules(): string {
  const rules = Object.entries(MAIL_COLOURS).flatMap(([colour, [, dark]]) =>
    Object.values(USES).map(([letter, property]) => `.${letter}-${colour}{${property}:${dark} !important}`),
  );
  return `@media (prefers-color-scheme:dark){${rules.join("")}}`;
}

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

const TEXT_FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif";
const TITLE_FONT = "font-family:Georgia,'Times New Roman',serif;font-weight:600";
const SMALL = `${TEXT_FONT};font-size:14px;line-height:20px`;
const BODY = `${TEXT_FONT};font-size:16px;line-height:24px`;
const TABLE = `role="presentation" cellpadding="0" cellspacing="0" border="0"`;

function paragraph(text: string, marginBelow = 12): string {
  return `<p ${painted({ text: "ink" }, `margin:0 0 ${marginBelow}px;${BODY}`)}>${escapeHtml(text)}</p>`;
}

function plainLink({ label, url }: { readonly label: string; readonly url: string }): string {
  return `<a href="${escapeHtml(url)}" ${painted({ text: "primary" }, "text-decoration:underline")}>${escapeHtml(label)}</a>`;
}

/** Marks and colours of the buttons for the two answers. Screen readers skip the marks, which repeat the words. */
const ANSWERS = {
  present: { mark: "✓", paint: { text: "ok", back: "ok-soft", edge: "ok" } },
  absent: { mark: "✕", paint: { text: "absent", back: "absent-soft", edge: "absent" } },
} as const;

/** A link that looks like a button, 50 px high: a line of 46 px and two borders of 2 px. */
function answerButton({ label, url }: MailAction, look: keyof typeof ANSWERS): string {
  const { mark, paint } = ANSWERS[look];
  const style = `display:block;border-width:2px;border-style:solid;border-radius:12px;text-align:center;text-decoration:none;${TEXT_FONT};font-size:16px;line-height:46px;font-weight:600`;
  const words = `<span ${painted({ text: "ink" }, "")}>${escapeHtml(label)}</span>`;
  return `<a href="${escapeHtml(url)}" ${painted(paint, style)}><span aria-hidden="true">${mark}&nbsp;&nbsp;</span>${words}</a>`;
}

function actionsOf(actions: readonly MailAction[]): string {
  const buttons = actions.flatMap((action) => (action.look === "plain" ? [] : [answerButton(action, action.look)]));
  const links = actions.filter(({ look }) => look === "plain").map(plainLink);
  const cells = buttons.map((button) => `<td>${button}</td>`).join(`<td width="10"></td>`);
  return [
    buttons.length > 0
      ? `<table ${TABLE} width="100%" style="margin-top:12px;table-layout:fixed"><tr>${cells}</tr></table>`
      : "",
    ...links.map((link) => `<p style="margin:12px 0 0;${BODY}">${link}</p>`),
  ].join("");
}

/** A line with a bar before it. The bar is a bordered box, because mail programs load no images. */
function stakeOf(stake: string): string {
  const bar = `<div ${painted({ edge: "missing" }, "width:5px;height:14px;border-width:2px;border-style:solid;border-radius:3px")}></div>`;
  return `<table ${TABLE} style="margin-top:8px"><tr><td style="padding-right:8px" aria-hidden="true">${bar}</td><td ${painted({ text: "ink" }, `${BODY};font-weight:600`)}>${escapeHtml(stake)}</td></tr></table>`;
}

function personOf({ label, details = [], stake, actions = [] }: MailPerson): string {
  return [
    `<h3 ${painted({ text: "ink" }, `margin:16px 0 0;${BODY};font-weight:600`)}>${escapeHtml(label)}</h3>`,
    ...details.map((line) => `<p ${painted({ text: "ink" }, `margin:6px 0 0;${BODY}`)}>${escapeHtml(line)}</p>`),
    stake === undefined ? "" : stakeOf(stake),
    actionsOf(actions),
  ].join("");
}

function eventOf({ name, when, place, stake, details = [], actions = [], people = [] }: MailEvent): string {
  const facts = [when, place].filter((line) => line !== "");
  return [
    `<div ${painted({ edge: "line" }, "border-top-width:1px;border-top-style:solid;padding:20px 0")}>`,
    `<h2 ${painted({ text: "ink" }, `margin:0;${TITLE_FONT};font-size:20px;line-height:26px`)}>${escapeHtml(name)}</h2>`,
    ...facts.map((line) => `<p ${painted({ text: "ink-2" }, `margin:0;${BODY}`)}>${escapeHtml(line)}</p>`),
    ...details.map((line) => `<p ${painted({ text: "ink" }, `margin:6px 0 0;${BODY}`)}>${escapeHtml(line)}</p>`),
    stake === undefined ? "" : stakeOf(stake),
    actionsOf(actions),
    ...people.map(personOf),
    "</div>",
  ].join("");
}

function quoteOf({ from, text }: NonNullable<MailContent["quote"]>): string {
  const style = `margin:0 0 16px;padding:10px 14px;border-left-width:3px;border-left-style:solid;border-radius:8px;${BODY}`;
  const words = escapeHtml(text).replaceAll(/\r\n|\r|\n/g, "<br>");
  return `<blockquote ${painted({ text: "ink", back: "sunk", edge: "primary" }, style)}><strong>${escapeHtml(quoteSource(from))}</strong><br>${words}</blockquote>`;
}

/** The mail's main link: a plain link below events, else a button. */
function linkOf({ link, events = [] }: MailContent): string {
  if (link === undefined) return "";
  if (events.length > 0) return `<p style="margin:0 0 12px;${BODY}">${plainLink(link)}</p>`;
  const style = `display:inline-block;padding:13px 22px;border-radius:12px;text-decoration:none;${BODY};font-weight:600`;
  const button = `<a href="${escapeHtml(link.url)}" ${painted({ text: "on-primary", back: "primary" }, style)}>${escapeHtml(link.label)}</a>`;
  return `<p style="margin:8px 0 20px">${button}</p>`;
}

function footerOf({ footer }: MailContent): string {
  const lines = [
    ...(footer === undefined ? [] : [escapeHtml(footer.why), footer.links.map(plainLink).join(" · ")]),
    escapeHtml(MAIL_SIGNATURE),
  ].filter((line) => line !== "");
  return lines.map((line) => `<p ${painted({ text: "ink-3" }, `margin:0 0 2px;${SMALL}`)}>${line}</p>`).join("");
}

/** Hidden text for the preview in lists of mails. The blanks keep the mail's first words out of that preview. */
function preheaderOf({ preheader }: MailContent): string {
  if (preheader === undefined) return "";
  const style = "display:none;max-height:0;overflow:hidden;mso-hide:all";
  return `<div style="${style}">${escapeHtml(preheader)}${"&#847;&zwnj;&nbsp;".repeat(60)}</div>`;
}

/** The HTML part of a mail: one column of at most 600 px, without images or anything else to load. */
export function htmlOf(content: MailContent): string {
  const { subject, opening, quote, events = [], closing } = content;
  const ending = closing.map((text) => paragraph(text));
  return [
    `<!doctype html><html lang="fr"><head><meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width,initial-scale=1">`,
    `<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">`,
    `<title>${escapeHtml(subject)}</title>`,
    `<style>:root{color-scheme:light dark}${darkRules()}</style></head>`,
    `<body ${painted({ back: "bg" }, "margin:0;padding:0")}>`,
    preheaderOf(content),
    `<table ${TABLE} width="100%" ${painted({ back: "bg" }, "")}><tr><td align="center" style="padding:24px 12px">`,
    `<table ${TABLE} width="100%" style="max-width:600px;text-align:left">`,
    `<tr><td style="padding:0 10px 12px"><p ${painted({ text: "ink" }, `margin:0;${TITLE_FONT};font-size:20px;line-height:26px`)}>Diapason</p></td></tr>`,
    `<tr><td ${painted({ back: "surface", edge: "line" }, "padding:24px 24px 12px;border-width:1px;border-style:solid;border-radius:18px")}>`,
    ...opening.slice(0, -1).map((text) => paragraph(text)),
    ...opening.slice(-1).map((text) => paragraph(text, events.length > 0 ? 20 : 12)),
    quote === undefined ? "" : quoteOf(quote),
    ...events.map(eventOf),
    ...(events.length > 0 ? [...ending, linkOf(content)] : [linkOf(content), ...ending]),
    "</td></tr>",
    `<tr><td style="padding:16px 10px 0">${footerOf(content)}</td></tr>`,
    "</table></td></tr></table></body></html>",
  ].join("\n");
}
