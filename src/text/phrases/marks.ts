export const quoted = (name: string) => `«\u00a0${name}\u00a0»`;

/** A sentence or heading begins with a capital. */
export const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
