import type { Person } from "./people.ts";

/** The most people to whom one person is entrusted, and the most who are entrusted to one. */
export const GUARDIANS_MAX = 2;
export const ENTRUSTED_MAX = 8;

/** A person with the ids of those who answer for them, as far as the reader may know. */
export interface EntrustablePerson extends Person {
  readonly guardianIds?: readonly string[];
}

/** Those of `people` for whom this user answers. */
export function entrustedTo<P extends EntrustablePerson>(people: readonly P[], userId: string): P[] {
  return people.filter(({ guardianIds }) => guardianIds?.includes(userId));
}
