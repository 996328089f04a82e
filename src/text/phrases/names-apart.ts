import { foldText } from "../../domain/people/fold-text.ts";

interface Described {
  readonly positions: readonly string[];
  /** If the user may know it. */
  readonly email?: string | undefined;
}

interface Named extends Described {
  readonly id: string;
  readonly name: string;
}

/** « Lead, Piano, camille@exemple.fr »: distinguishes a person from a namesake */
export const personDetails = ({ positions, email }: Described) => [...positions, email].filter(Boolean).join(", ");

/** « Camille Perrin (Lead, Piano) », an entry to choose from */
const personWithServices = (name: string, services: readonly string[]) =>
  services.length === 0 ? name : `${name} (${services.join(", ")})`;

/** Returns a function that says whether another person is shown with the same text. */
function shownAlike<P>(people: readonly P[], shownAs: (person: P) => string): (person: P) => boolean {
  const counts = new Map<string, number>();
  for (const text of people.map((person) => foldText(shownAs(person)))) counts.set(text, (counts.get(text) ?? 0) + 1);
  return (person) => (counts.get(foldText(shownAs(person))) ?? 0) > 1;
}

/**
 * By id, the names to choose from. Equal names are followed by services, and by the address if the services are equal
 * too.
 * @param always `services`: they follow every name
 */
export function namesApart(
  people: readonly Named[],
  always: "name" | "services" = "name",
): ReadonlyMap<string, string> {
  const withServices = ({ name, positions }: Named) => personWithServices(name, positions);
  const isNameAlike = shownAlike(people, ({ name }) => name);
  const isAlike = shownAlike(people, withServices);
  return new Map(
    people.map((person) => {
      const { id, name, positions, email } = person;
      if (always === "name" && !isNameAlike(person)) return [id, name];
      return [id, isAlike(person) && email ? personWithServices(name, [...positions, email]) : withServices(person)];
    }),
  );
}
