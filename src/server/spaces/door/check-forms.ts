import { Email, NAME_MAX } from "#contract/accounts/account-fields.ts";
import { typedLine } from "#contract/limits.ts";
import { slugFault, suggestSlug } from "#domain/spaces/slug.ts";
import { sentenceOf } from "#text/errors/errors.ts";
import { FIELD_SENTENCES, SLUG_SENTENCES } from "#text/spaces/front-door.ts";
import type { AskedSpace } from "./creation-links.ts";

type Field = keyof AskedSpace;

/** The sentence at each field that has to be corrected. */
export type Problems = Readonly<Partial<Record<Field, string>>>;

/** A form with normalised values, and its problems. */
export interface CheckedForm {
  readonly asked: AskedSpace;
  readonly problems: Problems;
}

const Name = typedLine(NAME_MAX);

function nameProblem(name: string): string | undefined {
  if (name === "") return FIELD_SENTENCES.nameMissing;
  return Name.safeParse(name).success
    ? undefined
    : sentenceOf(name.length > NAME_MAX ? "field.too_long" : "text.illegible");
}

export function emailProblem(email: string): string | undefined {
  if (email === "") return FIELD_SENTENCES.emailMissing;
  return Email.safeParse(email).success ? undefined : sentenceOf("account.email_invalid");
}

/** An address as mail servers know it; other text only trimmed. */
export function normalEmail(typed: string): string {
  const email = Email.safeParse(typed);
  return email.success ? email.data : typed.trim();
}

/** Checks the form that requests a space. A missing slug is derived from the name, as scripts may be off. */
export function checkSpaceForm(fields: Readonly<Record<Field, string>>): CheckedForm {
  const name = fields.name.trim();
  const slug = fields.slug.trim().toLowerCase() || suggestSlug(name);
  const email = normalEmail(fields.email);
  const fault = slugFault(slug);
  const found = {
    name: nameProblem(name),
    slug: fault === null ? undefined : SLUG_SENTENCES[fault],
    email: emailProblem(email),
  };
  const problems = Object.fromEntries(Object.entries(found).filter(([, sentence]) => sentence !== undefined));
  return { asked: { name, slug, email }, problems };
}
