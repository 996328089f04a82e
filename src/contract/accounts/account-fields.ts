import * as z from "zod/mini";
import { areServicesCompatible, SERVICES } from "../../domain/people/services.ts";
import type { ErrorCode } from "../errors.ts";
import { listOf } from "../limits.ts";

export const NAME_MAX = 200;

/** RFC 5321 §4.5.3.1.3: a path is at most 256 octets, its angle brackets included. */
const EMAIL_MAX = 254;

/**
 * An e-mail address, turned into lower case, as case does not count.
 * @param empty the error code of an empty one
 * @param missing the error code where there is none at all
 */
/* @__NO_SIDE_EFFECTS__ */
export function emailOr(empty: ErrorCode, missing?: ErrorCode) {
  return z
    .string(missing)
    .check(z.trim(), z.toLowerCase(), z.minLength(1, empty))
    .check(z.maxLength(EMAIL_MAX, { error: "field.too_long", abort: true }))
    .check(z.email("account.email_invalid"));
}

export const Email = emailOr("field.required");

/** Any number of services, also none. Each service at most once, so a longer list must contain duplicates. */
export const Services = listOf(z.enum(SERVICES), SERVICES.length, "account.services_incompatible").check(
  z.refine(areServicesCompatible, "account.services_incompatible"),
);

export const ChosenServices = Services.check(z.minLength(1, "account.services_required"));
