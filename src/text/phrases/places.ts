import { type BandRole, placesOf } from "../../domain/line-up/band-roles.ts";

/** « Voix (1 sur 2) »; only the role if it is needed once */
export const roleWithShare = (role: BandRole, covered: number, needed: number) =>
  needed > 1 ? `${role} (${shareInWords(covered, needed)})` : role;
export const shareInWords = (covered: number, needed: number) => `${covered} sur ${needed}`;

/** The missing roles, each once: « Batterie », « Voix (1 sur 2) ». */
export function missingNames(missing: readonly BandRole[], required: readonly BandRole[]): string[] {
  return [...new Set(missing)].map((role) => {
    const needed = placesOf(required, role);
    return roleWithShare(role, needed - placesOf(missing, role), needed);
  });
}

/** « Lead », « Voix 1 », « Voix 2 »: a role with several places gets numbers. */
export const placeNames = (places: readonly BandRole[]): string[] =>
  places.map((role, index) =>
    placesOf(places, role) > 1 ? `${role} ${placesOf(places.slice(0, index + 1), role)}` : role,
  );
