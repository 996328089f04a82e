import { foldText } from "./fold-text.ts";
import type { Person } from "./people.ts";

type Searchable = Pick<Person, "firstName" | "lastName"> & { readonly email?: string | undefined };

/**
 * The people whose first name, last name or e-mail contains `query`, ignoring case (specification §5), and those in
 * whose name and e-mail each word of it is read, in any order.
 */
export function searchPeople<P extends Searchable>(people: readonly P[], query: string): P[] {
  const needle = query.trim().toLocaleLowerCase("fr");
  const words = foldText(query).split(" ").filter(Boolean);
  return people.filter(({ firstName, lastName, email = "" }) => {
    const fields = [firstName, lastName, email];
    if (fields.some((field) => field.toLocaleLowerCase("fr").includes(needle))) return true;
    const read = foldText(fields.join(" "));
    return words.length > 0 && words.every((word) => read.includes(word));
  });
}
