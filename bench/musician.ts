import type { Person } from "../e2e/people.ts";

/** Whoever visits in the benchmarks. */
export const MUSICIAN: Person = {
  firstName: "Marie",
  lastName: "Petit",
  email: "marie@example.org",
  password: "motdepasse",
  services: ["Voix"],
};
