/**
 * Which requirements of OWASP's Application Security Verification Standard 5.0 docs/security.md answers, by their
 * numbers: all of level 1, and of level 2 those on the page, authentication, sessions, rights, cryptography, connections
 * and logs (chapters 3, 6, 7, 8, 11, 12, 16).
 */
const NUMBERS = `
  1.2.1-5 1.3.1-2 1.5.1 2.1.1 2.2.1-2 2.3.1
  3.2.1-2 3.3.1-4 3.4.1-6 3.5.1-5 3.7.1-2
  4.1.1 4.4.1 5.2.1-2 5.3.1-2
  6.1.1-3 6.2.1-12 6.3.1-4 6.4.1-4 6.5.1-5 6.6.1-3 6.8.1-4
  7.1.1-3 7.2.1-4 7.3.1-2 7.4.1-5 7.5.1-2 7.6.1-2
  8.1.1-2 8.2.1-3 8.3.1 8.4.1
  9.1.1-3 9.2.1 10.4.1-5
  11.1.1-2 11.2.1-3 11.3.1-3 11.4.1-4 11.5.1 11.6.1 12.1.1-3 12.2.1-2 12.3.1-4
  13.4.1 14.2.1 14.3.1 15.1.1 15.2.1 15.3.1
  16.1.1 16.2.1-5 16.3.1-4 16.4.1-3 16.5.1-3
`;

/** `6.1.1-3` is `V6.1.1`, `V6.1.2`, `V6.1.3`. */
function unfold(range: string): string[] {
  const [section = "", first = "", last = first] = range.match(/^\d+\.\d+|\d+(?=-|$)/g) ?? [];
  const [from, to] = [Number(first), Number(last)];
  return Array.from({ length: to - from + 1 }, (_, index) => `V${section}.${from + index}`);
}

export const REQUIREMENTS: readonly string[] = NUMBERS.trim().split(/\s+/).flatMap(unfold);

/** The attacks. Each has a test that failed when its defence was removed. */
export const ATTACKS: readonly string[] = [
  "Session fixation",
  "Cross-site request forgery",
  "Clickjacking",
  "Stored script",
  "Reflected script",
  "Mass assignment",
  "Insecure direct object reference",
  "Path traversal",
  "Header injection in mail",
  "Open redirect",
  "Spoofed forwarding headers",
  "The built-in admin through a proxy",
];
