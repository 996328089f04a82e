import { FRONT_DOOR, type FreeSlug } from "#contract/front-door.ts";
import { slugFault, suggestSlug } from "#domain/spaces/slug.ts";
import { SLUG_SENTENCES } from "#text/spaces/front-door.ts";

/**
 * The script of the front door: the page at the main address of an installation with many spaces, where teams create their
 * space or search for it. It suggests the space's address (slug) from its name, and shows while typing whether it is free.
 * The forms work without it, too.
 */

/** Debounce: the server is asked after a pause in typing. */
const DEBOUNCE_MS = 250;

/** Shows a sentence below a field. An empty one removes it. The style shows the icon. */
function showNote(input: HTMLInputElement, sentence: string, isWrong: boolean): void {
  const note = document.getElementById(`${input.id}-note`);
  input.setAttribute("aria-invalid", String(isWrong));
  for (const element of [note, input.parentElement]) element?.classList.toggle("wrong", isWrong);
  note?.querySelector("span")?.replaceChildren(sentence);
}

/** Whether no space has this slug; `null` if the request failed. */
async function fetchIsFree(slug: string): Promise<boolean | null> {
  try {
    const response = await fetch(`${FRONT_DOOR.free}?slug=${encodeURIComponent(slug)}`);
    const { isFree } = (await response.json()) as Partial<FreeSlug>;
    return isFree ?? null;
  } catch {
    // The server checks the slug again when the form is sent.
    return null;
  }
}

/** Suggests a slug while the name is typed. Checks the slug whenever it changes. */
function watchSlug(name: HTMLInputElement, slug: HTMLInputElement): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let suggested = suggestSlug(name.value);

  async function checkIsFree(): Promise<void> {
    const { value } = slug;
    const isFree = await fetchIsFree(value);
    // Ignores a late response: the user has changed the slug since.
    if (slug.value !== value || isFree === null) return;
    showNote(slug, isFree ? SLUG_SENTENCES.free : SLUG_SENTENCES.taken, !isFree);
  }

  function checkSlug(): void {
    clearTimeout(timer);
    const fault = slug.value === "" ? null : slugFault(slug.value);
    showNote(slug, fault === null ? "" : SLUG_SENTENCES[fault], fault !== null);
    if (slug.value !== "" && fault === null) timer = setTimeout(() => void checkIsFree(), DEBOUNCE_MS);
  }

  name.addEventListener("input", () => {
    const isTypedByUser = slug.value !== suggested && slug.value !== "";
    suggested = suggestSlug(name.value);
    if (isTypedByUser) return;
    slug.value = suggested;
    checkSlug();
  });
  slug.addEventListener("input", () => {
    const { selectionStart } = slug;
    slug.value = slug.value.toLowerCase();
    slug.setSelectionRange(selectionStart, selectionStart);
    checkSlug();
  });
  // The frame around the input also contains the domain. A click there focuses the input.
  slug.parentElement?.addEventListener("click", () => slug.focus());
  // After the back button the browser restores the typed values, but not the note.
  if (slug.value !== "" && slug.getAttribute("aria-invalid") === "false") checkSlug();
}

const [name, slug] = document.querySelectorAll<HTMLInputElement>("#name, #slug");
if (name !== undefined && slug !== undefined) watchSlug(name, slug);
// Focuses an invalid field, or the response to a form.
document.querySelector<HTMLElement>("[aria-invalid=true], [data-focus]")?.focus();
// The page of a mailed link sends its form by itself.
document.querySelector<HTMLFormElement>("form[data-send]")?.submit();
