/** « Culte », with no-break spaces inside the marks */
export function quoted(name: string): string {
  return `«\u00a0${name}\u00a0»`;
}

/** A sentence or heading begins with a capital. */
export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
