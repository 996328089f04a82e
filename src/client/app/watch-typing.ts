/** Notes from now on which fields somebody types into; the returned function tells whether one of them is still there, filled in. */
export function watchTyping(page: Pick<Document, "addEventListener">): () => boolean {
  const fields = new Set<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>();
  page.addEventListener("input", ({ target }) => {
    if (
      target instanceof HTMLInputElement ||
      target instanceof HTMLTextAreaElement ||
      target instanceof HTMLSelectElement
    ) {
      fields.add(target);
    }
  });
  return () => [...fields].some((field) => field.isConnected && field.value !== "");
}
