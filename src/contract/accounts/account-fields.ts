import * as z from "zod/mini";
import { areServicesCompatible, OWN_SERVICES_MAX, SERVICES } from "../../domain/people/services.ts";
import type { ErrorCode } from "../errors.ts";
import { listOf } from "../limits.ts";
import { ServiceName } from "../planning/planning.ts";

export const NAME_MAX = 200;

/** RFC 5321 §4.5.3.1.3: a path is at most 256 octets, its angle brackets included. */
const EMAIL_MAX = 254;

/** Without accents before the @: few mail servers deliver to such an address (SMTPUTF8). */
const ADDRESS = /^(?!\.)(?!.*\.\.)[\w'+\-.]*[\w+-]@(?:[a-z\d][a-z\d-]*\.)+(?:[a-z]{2,}|xn--[a-z\d-]+)$/;

/** Nothing that ends the host of a URL. */
const UNICODE_DOMAIN = /@(?=.*[^\0-\x7F])([\p{L}\p{M}\p{N}.\-\u00B7\u3002]+)$/u;

/** Browsers and Node have it; this room compiles without either. */
declare const URL: { canParse: (text: string) => boolean; new (text: string): { readonly hostname: string } };

/** An address with its domain as mail servers know it: `société.fr` and `xn--socit-esab.fr` are the same one. */
export function withAsciiDomain(address: string): string {
  // A domain does not get shorter in ASCII, so this is none. Searching a long text costs its length squared.
  if (address.length > EMAIL_MAX) return address;
  return address.replace(UNICODE_DOMAIN, (given, domain: string) =>
    URL.canParse(`http://${domain}`) ? `@${new URL(`http://${domain}`).hostname}` : given,
  );
}

/**
 * An e-mail address, turned into lower case, as case does not count, and with the domain that mail servers know.
 * @param empty the error code of an empty one
 * @param missing the error code where there is none at all
 */
/* @__NO_SIDE_EFFECTS__ */
export function emailOr(empty: ErrorCode, missing?: ErrorCode) {
  return z
    .string(missing)
    .check(z.trim(), z.toLowerCase(), z.overwrite(withAsciiDomain), z.minLength(1, empty))
    .check(z.maxLength(EMAIL_MAX, { error: "field.too_long", abort: true }))
    .check(z.email({ pattern: ADDRESS, error: "account.email_invalid" }));
}

export const Email = emailOr("field.required");

/** Any number of services, also none. Each service at most once, so a longer list must contain duplicates. */
export const Services = listOf(ServiceName, SERVICES.length + OWN_SERVICES_MAX, "account.services_incompatible").check(
  z.refine(areServicesCompatible, "account.services_incompatible"),
);

export const ChosenServices = Services.check(z.minLength(1, "account.services_required"));
