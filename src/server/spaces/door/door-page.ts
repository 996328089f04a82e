import { html, raw } from "hono/html";
import { FRONT_DOOR, FRONT_DOOR_FILE } from "#contract/front-door.ts";
import { frontDoorText, SLUG_SENTENCES, TO_FRONT_DOOR } from "#text/spaces/front-door.ts";
import type { WebSite } from "../../web-site.ts";
import type { Problems } from "./check-forms.ts";
import type { RequestedSpace } from "./creation-links.ts";

type Markup = ReturnType<typeof html>;

/** Used where the client is not built, as in tests. */
const UNBUILT_PAGE = `<!doctype html><html lang="fr"><head><title>Diapason</title></head><body><main></main></body></html>`;

/** Returns a function that puts content into the front door's HTML page (`src/front-door/front-door.html`). */
export function readDoorFrame({ files }: WebSite): (content: Markup, title?: string) => Promise<string> {
  const page = files.get(FRONT_DOOR_FILE)?.plain.toString() ?? UNBUILT_PAGE;
  const [start = "", end = ""] = page.split("<main></main>");
  return async (content, title) => {
    const head =
      title === undefined ? start : start.replace(/<title>.*<\/title>/, `<title>${title} · Diapason</title>`);
    return `${head}<main>${String(await content)}</main>${end}`;
  };
}

/** Icons from lucide, on a grid of 24. */
const ICONS = {
  alert: "M22 12a10 10 0 1 1-20 0 10 10 0 0 1 20 0M12 8v4M12 16h.01",
  free: "M22 12a10 10 0 1 1-20 0 10 10 0 0 1 20 0M9 12l2 2 4-4",
  mail: "M4 4h16a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2M22 7l-8.97 5.7a1.94 1.94 0 0 1-2.06 0L2 7",
} as const;

function icon(name: keyof typeof ICONS): Markup {
  return html`<svg aria-hidden="true" viewBox="0 0 24 24" class="icon icon-${name}"><path d="${ICONS[name]}" /></svg>`;
}

const NOTHING = raw("");

interface Field {
  readonly id: string;
  readonly name: keyof RequestedSpace;
  readonly label: string;
  readonly value: string;
  readonly problem: string | undefined;
  readonly attributes: string;
  /** Only for the slug: shown behind it, such as `.diapason.example`. The page's script changes the note of this field. */
  readonly suffix?: string;
  /** A sentence below the input when there is no problem, such as « free ». */
  readonly success?: string | undefined;
}

function field({ id, name, label, value, problem, attributes, suffix, success }: Field): Markup {
  const isWrong = problem !== undefined;
  return html`<div class="field">
    <label for="${id}">${label}</label>
    <div class="frame${isWrong ? " wrong" : ""}">
      <input
        id="${id}"
        name="${name}"
        value="${value}"
        ${raw(attributes)}
        aria-invalid="${String(isWrong)}"
        aria-describedby="${id}-note"
      />${suffix === undefined ? NOTHING : html`<span aria-hidden="true">${suffix}</span>`}
    </div>
    <p
      id="${id}-note"
      class="note${isWrong ? " wrong" : ""}"
      ${suffix === undefined ? NOTHING : raw('aria-live="polite"')}
    >
      ${icon("alert")}${icon("free")}<span>${problem ?? success}</span>
    </p>
  </div>`;
}

const EMAIL_ATTRIBUTES = `type="email" autocomplete="email" autocapitalize="none" spellcheck="false" required`;

/** What the front door's page shows: a form to create a space, and a form to find one's spaces by e-mail. */
export interface DoorView {
  readonly isCreationOpen: boolean;
  readonly isMailSent: boolean;
  /** `.diapason.example`, shown after the slug. */
  readonly suffix: string;
  /** The typed values of the form to create a space, and their problems. */
  readonly requested?: RequestedSpace;
  readonly problems?: Problems;
  /** Whether the typed slug is free. */
  readonly isFree?: boolean;
  /** The typed e-mail of the form to find spaces, and its problem. */
  readonly search?: { readonly email: string; readonly problem: string | undefined };
  /** The mail that was just sent: its form is replaced by a message. */
  readonly sent?: "link" | "list";
  /** Why no mail was sent, such as too many tries. */
  readonly refusal?: string;
}

/** A message instead of a form. The page's script focuses it, so that screen readers read it. */
function panel(sentence: string, detail: string | null): Markup {
  return html`<div class="panel" role="status" tabindex="-1" data-focus>
    ${icon("mail")}
    <div>
      <p>${sentence}</p>
      ${detail === null ? NOTHING : html`<p class="detail">${detail}</p>`}
    </div>
  </div>`;
}

function alertOf(sentence: string): Markup {
  return html`<p class="alert" role="alert">${icon("alert")}<span>${sentence}</span></p>`;
}

function spaceForm({ requested, problems = {}, isFree, suffix }: DoorView): Markup {
  const { name = "", slug = "", email = "" } = requested ?? {};
  return html`<form method="post" action="${FRONT_DOOR.create}" novalidate id="create">
    ${field({
      id: "name",
      name: "name",
      label: frontDoorText.name,
      value: name,
      problem: problems.name,
      attributes: `autocomplete="organization" maxlength="200" required`,
    })}
    ${field({
      id: "slug",
      name: "slug",
      label: frontDoorText.slug,
      value: slug,
      problem: problems.slug,
      attributes: `autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="30"`,
      suffix,
      success: isFree === true ? SLUG_SENTENCES.free : undefined,
    })}
    ${field({
      id: "email",
      name: "email",
      label: frontDoorText.email,
      value: email,
      problem: problems.email,
      attributes: EMAIL_ATTRIBUTES,
    })}
    <button class="primary">${frontDoorText.create}</button>
    <p class="hint">${icon("mail")}<span>${frontDoorText.hint}</span></p>
  </form>`;
}

function searchForm({ search, sent, isCreationOpen }: DoorView): Markup {
  const message = sent === "list" ? panel(frontDoorText.listSent, null) : null;
  return html`<section class="card" aria-labelledby="find-title" id="find">
    <h2 id="find-title">${frontDoorText.findTitle}</h2>
    <p class="lead">${frontDoorText.findOpening}</p>
    ${
      message ??
      html`<form method="post" action="${FRONT_DOOR.find}" novalidate>
        ${field({
          id: "find-email",
          name: "email",
          label: frontDoorText.email,
          value: search?.email ?? "",
          problem: search?.problem,
          attributes: EMAIL_ATTRIBUTES,
        })}
        <button class="${isCreationOpen ? "plain" : "primary"}">${frontDoorText.find}</button>
      </form>`
    }
  </section>`;
}

/** The page's content: the two forms. After one was sent, a message replaces it. */
export function doorContent(view: DoorView): Markup {
  const { isCreationOpen, isMailSent, sent, refusal } = view;
  const creation = sent === "link" ? panel(frontDoorText.sent, frontDoorText.sentDetail) : spaceForm(view);
  return html`<div class="columns${isCreationOpen ? "" : " closed"}">
    <div class="creation">
      <h1>${frontDoorText.title} <span>${frontDoorText.titleEnd}</span></h1>
      <p class="lead">${frontDoorText.opening}</p>
      ${isCreationOpen ? html`<p class="to-find">${frontDoorText.toFind} <a href="#find">${frontDoorText.findTitle}</a></p>` : NOTHING}
      ${isMailSent ? NOTHING : html`<p class="alert">${icon("alert")}<span>${frontDoorText.noMail}</span></p>`}
      ${refusal === undefined ? NOTHING : alertOf(refusal)} ${isCreationOpen ? creation : NOTHING}
    </div>
    ${searchForm(view)}
  </div>`;
}

/**
 * The page of a valid link. Loading it changes nothing, because mail programs load links to check them. Its form creates
 * the space. The page's script sends it at once; without scripts, the user presses the button.
 */
export function linkContent(token: string, host: string): Markup {
  return html`<div class="creation">
    <h1>${host}</h1>
    <p class="lead">${frontDoorText.linkReady}</p>
    <form method="post" action="${FRONT_DOOR.link}" data-send>
      <input type="hidden" name="token" value="${token}" />
      <button class="primary">${frontDoorText.linkTitle}</button>
    </form>
  </div>`;
}

/** The page of a link that is invalid, expired or used up. */
export function invalidLinkContent(): Markup {
  return html`<div class="creation">
    <h1>${frontDoorText.linkVoid}</h1>
    <p class="lead">${frontDoorText.linkVoidDetail}</p>
    <p><a href="/">${frontDoorText.toForms}</a></p>
  </div>`;
}

/** The page at the address of a space that cannot be opened. @param sentence why, as HTML @param frontDoor its origin */
export function noSpaceContent(sentence: string, frontDoor: string): Markup {
  return html`<div class="creation">
    <h1>${raw(sentence)}</h1>
    <p class="lead"><a href="${frontDoor}/">${TO_FRONT_DOOR}</a></p>
  </div>`;
}
