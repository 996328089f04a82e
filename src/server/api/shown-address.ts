import { domainToUnicode } from "node:url";

/** Other scripts have letters that look like Latin ones: such a domain is shown as mail servers know it. */
const LATIN = /^[\p{Script=Latin}\p{Script=Common}]*$/u;

/** A stored address as people write it: `jean@société.fr`. */
export function shownAddress(address: string): string {
  const at = address.lastIndexOf("@") + 1;
  if (!address.includes("xn--", at)) return address;
  const domain = domainToUnicode(address.slice(at));
  return domain !== "" && LATIN.test(domain) ? address.slice(0, at) + domain : address;
}
