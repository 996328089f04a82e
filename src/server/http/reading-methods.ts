const READING_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/** Whether a call by this method changes nothing (RFC 9110 §9.2.1). */
export function isReading(method: string): boolean {
  return READING_METHODS.has(method);
}
