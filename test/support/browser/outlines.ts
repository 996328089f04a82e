import type { Page } from "@playwright/test";

/**
 * A text form of a document, to compare the server's rendering with the page's: its elements with their attributes, and
 * its texts, in document order. React's generated ids are replaced by numbers.
 */
type Outline = readonly string[];

/** Runs in the page: defines `window.outline`. */
function defineOutline(): void {
  function outline(root: Element): string[] {
    const ids = new Map<string, string>();
    const named = (value: string) =>
      value.replaceAll(/_[rR]_\w*/g, (id) => {
        const name = ids.get(id) ?? `id-${ids.size}`;
        ids.set(id, name);
        return name;
      });
    const lines: string[] = [];
    function visit(node: Node): void {
      if (node instanceof Text) {
        // The server separates texts by comments.
        const last = lines.at(-1);
        if (last?.startsWith("«") === true) lines[lines.length - 1] = last + node.data;
        else lines.push(`«${node.data}`);
      }
      if (!(node instanceof Element)) return;
      const attributes = [...node.attributes].map(({ name, value }) => `${name}=${named(value)}`);
      lines.push(`<${node.localName} ${attributes.toSorted().join(" ")}`);
      for (const child of node.childNodes) visit(child);
      lines.push(`</${node.localName}`);
    }
    for (const child of root.childNodes) visit(child);
    return lines;
  }
  Object.assign(window, { outline });
}

type OutlineWindow = { readonly outline: (root: Element) => string[]; readonly firstOutline?: string[] };

/** The outline of the root element in the HTML of a page. */
export async function outlineOf(page: Page, html: string): Promise<Outline> {
  const text = `(${defineOutline.toString()})()`;
  await page.evaluate(text);
  return page.evaluate((source) => {
    const root = new DOMParser().parseFromString(source, "text/html").getElementById("root");
    return root === null ? [] : (window as unknown as OutlineWindow).outline(root);
  }, html);
}

/** From the next page on, stores the outline of React's first rendering. Returns a function that reads it. */
export async function watchFirstOutline(page: Page): Promise<() => Promise<Outline>> {
  await page.addInitScript(defineOutline);
  await page.addInitScript(() => {
    document.addEventListener("DOMContentLoaded", () => {
      const root = document.getElementById("root");
      if (root === null) return;
      new MutationObserver((_, observer) => {
        if (root.childElementCount === 0) return;
        observer.disconnect();
        Object.assign(window, { firstOutline: (window as unknown as OutlineWindow).outline(root) });
      }).observe(root, { childList: true });
    });
  });
  return () => page.evaluate(() => (window as unknown as OutlineWindow).firstOutline ?? []);
}
