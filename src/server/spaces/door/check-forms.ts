import { Email, NAME_MAX } from "#contract/accounts/account-fields.ts";
import { typedLine } from "#contract/limits.ts";
import { slugFault, suggestSlug } from "#domain/spaces/slug.ts";
import { sentenceOf } from "#text/errors/errors.ts";
import { FIELD_SENTENCES, SLUG_SENTENCES } from "#text/spaces/front-door.ts";
import type { AskedSpace } from "./creation-links.ts";

type Field = keyof AskedSpace;

/** What stands at each field that has to be corrected. */
export type Problems = Readonly<Partial<Record<Field, string>>>;

/** The fields as they were typed, and as they are understood. */
export interface CheckedForm {
  readonly typed: AskedSpace;
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

/** As mail servers know it, if it is an address. */
export function knownEmail(typed: string): string {
  const email = Email.safeParse(typed);
  return email.success ? email.data : typed.trim();
}

/** Reads the form that asks for a space. Whoever has no script may leave the address of the space to us. */
export function checkSpaceForm(fields: Readonly<Record<Field, string>>): CheckedForm {
  const name = fields.name.trim();
  const slug = fields.slug.trim().toLowerCase() || suggestSlug(name);
  const email = knownEmail(fields.email);
  const fault = slugFault(slug);
  const found = {
    name: nameProblem(name),
    slug: fault === null ? undefined : SLUG_SENTENCES[fault],
    email: emailProblem(email),
  };
  const problems = Object.fromEntries(Object.entries(found).filter(([, sentence]) => sentence !== undefined));
  return { typed: { name, slug, email }, problems };
}
