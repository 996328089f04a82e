import * as z from "zod/mini";
import { areServicesCompatible, SERVICES } from "../domain/services.ts";

/** Shortest password (specification §9). */
export const PASSWORD_MIN = 6;
/** Long enough for any passphrase, short enough that hashing one costs what it should. */
export const PASSWORD_MAX = 128;
const NAME_MAX = 200;
/** RFC 5321 §4.5.3.1.3: a path is at most 256 octets, its angle brackets included. */
const EMAIL_MAX = 254;
const INVITATION_MAX = 200;

/** A password that somebody has already: an old one need not follow today's rules. */
export const KnownPassword = z
  .string()
  .check(z.minLength(1, "field.required"), z.maxLength(PASSWORD_MAX, "field.too_long"));

/** Text that somebody typed: trimmed, not empty. No database keeps U+0000 in a text. */
function requiredText(max: number) {
  return z
    .string()
    .check(z.trim(), z.minLength(1, "field.required"), z.maxLength(max, "field.too_long"))
    .check(z.refine((text) => !text.includes("\0"), "request.invalid"));
}

/** An e-mail address, compared without regard to case: kept in lower case. */
export const Email = z
  .string()
  .check(z.trim(), z.toLowerCase(), z.minLength(1, "field.required"), z.maxLength(EMAIL_MAX, "field.too_long"))
  .check(z.email("account.email_invalid"));

export const NewPassword = z
  .string()
  .check(z.minLength(PASSWORD_MIN, "account.password_too_short"), z.maxLength(PASSWORD_MAX, "field.too_long"));

const Services = z.array(z.enum(SERVICES)).check(z.refine(areServicesCompatible, "account.services_incompatible"));

const ChosenServices = Services.check(z.minLength(1, "account.services_required"));

export const Invitation = z.string().check(z.maxLength(INVITATION_MAX, "field.too_long"));

export const SignUp = z.object({
  firstName: requiredText(NAME_MAX),
  lastName: requiredText(NAME_MAX),
  email: Email,
  password: NewPassword,
  /** Not kept: it is made of the other two. */
  name: z.optional(z.string().check(z.maxLength(2 * NAME_MAX + 1, "field.too_long"))),
  positions: ChosenServices,
  /** The token of the team's link, or of a one-time link that makes this account an admin's. */
  invitation: z.optional(Invitation),
});

export const SignIn = z.object({
  email: Email,
  password: KnownPassword,
  rememberMe: z.optional(z.boolean()),
});

export const ProfileUpdate = z.object({
  firstName: requiredText(NAME_MAX),
  lastName: requiredText(NAME_MAX),
  positions: ChosenServices,
});

export const PasswordResetRequest = z.object({ email: Email });

/** `token` is the mail's; whatever is no token of ours is a link that is not valid. */
export const PasswordReset = z.object({ token: z.string(), newPassword: NewPassword });

export const PasswordChange = z.object({ currentPassword: KnownPassword, newPassword: NewPassword });

/** Whom an admin makes an admin. An empty address has a sentence of its own (specification §5, "Add admin"). */
export const AdminPromotion = z.object({
  email: z.pipe(z.string("admin.email_required").check(z.trim(), z.minLength(1, "admin.email_required")), Email),
});

export type SignUp = z.infer<typeof SignUp>;
export type SignIn = z.infer<typeof SignIn>;
export type ProfileUpdate = z.infer<typeof ProfileUpdate>;
export type PasswordResetRequest = z.infer<typeof PasswordResetRequest>;
export type PasswordReset = z.infer<typeof PasswordReset>;
export type PasswordChange = z.infer<typeof PasswordChange>;
export type AdminPromotion = z.infer<typeof AdminPromotion>;
