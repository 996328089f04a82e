import * as z from "zod/mini";
import { areServicesCompatible, SERVICES } from "../../domain/people/services.ts";
import { listOf } from "../limits.ts";

export const NAME_MAX = 200;

/** RFC 5321 §4.5.3.1.3: a path is at most 256 octets, its angle brackets included. */
export const EMAIL_MAX = 254;

/** An e-mail address, turned into lower case, as case does not count. */
export const Email = z
  .string()
  .check(z.trim(), z.toLowerCase(), z.minLength(1, "field.required"))
  .check(z.maxLength(EMAIL_MAX, { error: "field.too_long", abort: true }))
  .check(z.email("account.email_invalid"));

/** Any number of services, also none. Each service at most once, so a longer list must contain duplicates. */
export const Services = listOf(z.enum(SERVICES), SERVICES.length, "account.services_incompatible").check(
  z.refine(areServicesCompatible, "account.services_incompatible"),
);

export const ChosenServices = Services.check(z.minLength(1, "account.services_required"));
