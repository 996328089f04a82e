import { FRONT_DOOR, type FreeSlug } from "#contract/front-door.ts";
import { slugFault, suggestSlug } from "#domain/spaces/slug.ts";
import { SLUG_SENTENCES } from "#text/spaces/front-door.ts";

/** The front door's forms work without this script. It suggests an address, and says at once whether it is free. */

/** The pause after the last key before the server is asked. */
const PAUSE_MS = 250;
/** From Lucide, on a grid of 24. */
const CIRCLE = "M22 12a10 10 0 1 1-20 0 10 10 0 0 1 20 0";
const SIGNS = { wrong: `${CIRCLE}M12 8v4M12 16h.01`, fine: `${CIRCLE}M9 12l2 2 4-4` } as const;

function findInput(id: string): HTMLInputElement | null {
  const found = document.getElementById(id);
  return found instanceof HTMLInputElement ? found : null;
}

function drawSign(name: keyof typeof SIGNS): SVGSVGElement {
  const [svg, path] = ["svg", "path"].map((tag) => document.createElementNS("http://www.w3.org/2000/svg", tag)) as [
    SVGSVGElement,
    SVGPathElement,
  ];
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  path.setAttribute("d", SIGNS[name]);
  svg.append(path);
  return svg;
}

/** Shows a sentence below a field; `null`: none. */
function showNote(input: HTMLInputElement, sentence: string | null, isWrong: boolean): void {
  const note = document.getElementById(`${input.id}-note`);
  input.setAttribute("aria-invalid", String(isWrong));
  for (const element of [note, input.parentElement]) element?.classList.toggle("wrong", isWrong);
  const words = document.createElement("span");
  words.textContent = sentence;
  note?.replaceChildren(...(sentence === null ? [] : [drawSign(isWrong ? "wrong" : "fine"), words]));
}

async function readIsFree(slug: string): Promise<boolean | null> {
  try {
    const response = await fetch(`${FRONT_DOOR.free}?slug=${encodeURIComponent(slug)}`);
    const { isFree } = (await response.json()) as Partial<FreeSlug>;
    return isFree ?? null;
  } catch {
    // The response to the form will say it.
    return null;
  }
}

function watchSlug(name: HTMLInputElement, slug: HTMLInputElement): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let suggested = suggestSlug(name.value);

  async function check(): Promise<void> {
    const { value } = slug;
    const isFree = await readIsFree(value);
    // The user may have typed something else meanwhile.
    if (slug.value !== value || isFree === null) return;
    showNote(slug, isFree ? SLUG_SENTENCES.free : SLUG_SENTENCES.taken, !isFree);
  }

  function judge(): void {
    clearTimeout(timer);
    const fault = slug.value === "" ? null : slugFault(slug.value);
    showNote(slug, fault && SLUG_SENTENCES[fault], fault !== null);
    if (slug.value !== "" && fault === null) timer = setTimeout(() => void check(), PAUSE_MS);
  }

  name.addEventListener("input", () => {
    const isTyped = slug.value !== suggested && slug.value !== "";
    suggested = suggestSlug(name.value);
    if (isTyped) return;
    slug.value = suggested;
    judge();
  });
  slug.addEventListener("input", () => {
    const { selectionStart } = slug;
    slug.value = slug.value.toLowerCase();
    slug.setSelectionRange(selectionStart, selectionStart);
    judge();
  });
  // The frame holds the domain too: a click on it focuses the field.
  slug.parentElement?.addEventListener("click", () => slug.focus());
  // A browser that goes back in its history fills the fields in again.
  if (slug.value !== "" && slug.getAttribute("aria-invalid") === "false") judge();
}

const [name, slug] = [findInput("name"), findInput("slug")];
if (name !== null && slug !== null) watchSlug(name, slug);
// Focuses an invalid field, or the response to a form.
document.querySelector<HTMLElement>("[aria-invalid=true], [data-focus]")?.focus();
document.querySelector<HTMLFormElement>("form[data-send]")?.submit();
