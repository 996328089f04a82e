import type { Person } from "#test/support/browser/people.ts";

/** The visitor in the benchmarks. */
export const MUSICIAN: Person = {
  firstName: "Marie",
  lastName: "Petit",
  email: "marie@example.org",
  password: "motdepasse",
  services: ["Voix"],
};
