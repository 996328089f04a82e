import { inScaleOrder } from "../band-roles.ts";
import { type KeptLineUp, rolesOfPerson, withoutHolder } from "../kept-line-up.ts";
import { isCombinable, type RolePair } from "../role-pairs.ts";
import { withReplacement } from "./replacement.ts";

/** Two rows of one person: the one that is kept, and the one that goes. */
export interface Merging {
  readonly keptId: string;
  readonly goneId: string;
}

/**
 * The line-up once two people on it are one: they take the places of both, if one person may. Otherwise the places of the
 * one who goes become open.
 */
export function unitedLineUp(
  lineUp: KeptLineUp,
  { keptId, goneId }: Merging,
  combinablePairs: readonly RolePair[],
): KeptLineUp {
  const roles = inScaleOrder([...new Set([keptId, goneId].flatMap((id) => rolesOfPerson(lineUp, id)))]);
  const united = withReplacement(lineUp, goneId, keptId).filter(
    (holding, index, all) =>
      all.findIndex(({ role, userId }) => role === holding.role && userId === holding.userId) === index,
  );
  const [first, second, third] = roles;
  const mayAll =
    second === undefined ||
    (third === undefined && isCombinable(combinablePairs, [first, second] as unknown as RolePair));
  return mayAll || rolesOfPerson(lineUp, keptId).length === 0 ? united : withoutHolder(lineUp, goneId);
}
