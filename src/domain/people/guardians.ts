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

/** For whom a user answers in a group. */
export interface AnsweredFor<P> {
  readonly isOwn: boolean;
  readonly entrusted: readonly P[];
}

/**
 * Those of the group who are entrusted to the user. Where there are some, the user answers for themself only as a member
 * of the group: they may be there for their child alone.
 * @param memberIds `null`: not known
 */
export function answeredFor<P extends EntrustablePerson>(
  people: readonly P[],
  userId: string,
  memberIds: readonly string[] | null,
): AnsweredFor<P> {
  const entrusted = entrustedTo(people, userId).filter(({ id }) => memberIds?.includes(id));
  return { isOwn: entrusted.length === 0 || memberIds?.includes(userId) === true, entrusted };
}
