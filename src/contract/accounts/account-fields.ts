import * as z from "zod/mini";
import { areServicesCompatible, OWN_SERVICES_MAX, SERVICES } from "../../domain/people/services.ts";
import type { ErrorCode } from "../errors.ts";
import { listOf } from "../limits.ts";
import { ServiceName } from "../planning/planning.ts";

export const NAME_MAX = 200;

/** RFC 5321 §4.5.3.1.3: a path is at most 256 octets, its angle brackets included. */
const EMAIL_MAX = 254;

/** No accents before the @: few mail servers deliver to an address with accents there (SMTPUTF8). */
const ADDRESS = /^(?!\.)(?!.*\.\.)[\w'+\-.]*[\w+-]@(?:[a-z\d][a-z\d-]*\.)+(?:[a-z]{2,}|xn--[a-z\d-]+)$/;

/** A domain with letters beyond ASCII, and without characters that would end the host of a URL. */
const UNICODE_DOMAIN = /@(?=.*[^\0-\x7F])([\p{L}\p{M}\p{N}.\-\u00B7\u3002]+)$/u;

/** `URL` exists in browsers and in Node, but this folder is compiled without the types of either. */
declare const URL: { canParse: (text: string) => boolean; new (text: string): { readonly hostname: string } };

/** The address with its domain in ASCII, as mail servers know it: `société.fr` becomes `xn--socit-esab.fr`. */
export function withAsciiDomain(address: string): string {
  // It stays too long, because a domain does not get shorter in ASCII. The pattern takes quadratic time in a long text.
  if (address.length > EMAIL_MAX) return address;
  return address.replace(UNICODE_DOMAIN, (withAt, domain: string) =>
    URL.canParse(`http://${domain}`) ? `@${new URL(`http://${domain}`).hostname}` : withAt,
  );
}

/**
 * An e-mail address, in lower case and with an ASCII domain.
 * @param empty the error code of an empty text
 * @param missing the error code if there is no text
 */
/* @__NO_SIDE_EFFECTS__ */
export function emailSchema(empty: ErrorCode, missing?: ErrorCode) {
  return z
    .string(missing)
    .check(z.trim(), z.toLowerCase(), z.overwrite(withAsciiDomain), z.minLength(1, empty))
    .check(z.maxLength(EMAIL_MAX, { error: "field.too_long", abort: true }))
    .check(z.email({ pattern: ADDRESS, error: "account.email_invalid" }));
}

export const Email = emailSchema("field.required");

/** A list of services. A longer one must contain duplicates, so it gets the same error as duplicates. */
export const Services = listOf(ServiceName, SERVICES.length + OWN_SERVICES_MAX, "account.services_incompatible").check(
  z.refine(areServicesCompatible, "account.services_incompatible"),
);

export const ChosenServices = Services.check(z.minLength(1, "account.services_required"));
