import type { Page } from "@playwright/test";

/**
 * Simulates a browser's page translator from the next page on: it replaces each text node, present or later, by
 * `<font><font>` with the translation. Here the translation is the same text, so that locators still work. Returns a
 * function that lists the replaced text nodes to which React kept a reference, because an update of these would fail.
 */
export async function translatePages(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const held = new Set<string>();
    Object.assign(window, { heldTexts: held });

    function translate(text: Text): void {
      const { parentElement } = text;
      if (parentElement === null || text.data.trim() === "") return;
      if (parentElement.closest("font, script, style, title, textarea, option, svg") !== null) return;
      // React marks the nodes to which it keeps a reference.
      if (Object.keys(text).some((key) => key.startsWith("__reactFiber"))) held.add(parentElement.outerHTML);
      const [outer, inner] = [document.createElement("font"), document.createElement("font")];
      inner.textContent = text.data;
      outer.append(inner);
      text.replaceWith(outer);
    }

    function translateAll(root: Node): void {
      if (root instanceof Text) return translate(root);
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      for (const text of texts) translate(text);
    }

    new MutationObserver((records) => {
      for (const { target, addedNodes } of records) {
        if (target instanceof Text) translate(target);
        for (const node of addedNodes) translateAll(node);
      }
    }).observe(document, { childList: true, characterData: true, subtree: true });
  });
  return () => page.evaluate(() => [...(window as unknown as { heldTexts: Set<string> }).heldTexts]);
}
