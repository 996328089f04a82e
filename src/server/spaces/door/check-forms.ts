import { Email, NAME_MAX } from "#contract/accounts/account-fields.ts";
import { typedLine } from "#contract/limits.ts";
import { slugFault, suggestSlug } from "#domain/spaces/slug.ts";
import { sentenceOf } from "#text/errors/errors.ts";
import { FIELD_SENTENCES, SLUG_SENTENCES } from "#text/spaces/front-door.ts";
import type { RequestedSpace } from "./creation-links.ts";

/** For each invalid field, the sentence that the page shows below it. */
export type Problems = Readonly<Partial<Record<keyof RequestedSpace, string | undefined>>>;

const Name = typedLine(NAME_MAX);

function nameProblem(name: string): string | undefined {
  if (name === "") return FIELD_SENTENCES.nameMissing;
  if (Name.safeParse(name).success) return undefined;
  return sentenceOf(name.length > NAME_MAX ? "field.too_long" : "text.illegible");
}

export function emailProblem(email: string): string | undefined {
  if (email === "") return FIELD_SENTENCES.emailMissing;
  return Email.safeParse(email).success ? undefined : sentenceOf("account.email_invalid");
}

/** Normalises an e-mail, such as to lower case. Text that is not an e-mail is only trimmed. */
export function normaliseEmail(typed: string): string {
  const email = Email.safeParse(typed);
  return email.success ? email.data : typed.trim();
}

/**
 * Normalises the form that requests a space, and finds the problems that the user must correct. Derives a missing slug from
 * the name: the page's script may be off.
 */
export async function checkSpaceForm(fields: RequestedSpace, isFree: (slug: string) => Promise<boolean>) {
  const name = fields.name.trim();
  const slug = fields.slug.trim().toLowerCase() || suggestSlug(name);
  const email = normaliseEmail(fields.email);
  const fault = slugFault(slug) ?? ((await isFree(slug)) ? null : "taken");
  const problems: Problems = {
    name: nameProblem(name),
    slug: fault === null ? undefined : SLUG_SENTENCES[fault],
    email: emailProblem(email),
  };
  return { requested: { name, slug, email }, problems };
}
