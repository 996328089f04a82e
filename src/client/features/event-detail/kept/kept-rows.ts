import { type BandRole, placesOf } from "#domain/line-up/band-roles.ts";
import { holdingsOf, type KeptLineUp, nextPlaces, placesShown } from "#domain/line-up/kept-line-up.ts";
import type { Fault } from "#domain/line-up/repairing/faults.ts";

/** One place of a kept line-up as it is shown. */
export interface KeptRow {
  readonly role: BandRole;
  /** `null`: the place is open. */
  readonly holderId: string | null;
  /** What is wrong with the place, if anything. */
  readonly fault: Fault["reason"] | null;
  /** The person who takes the place after the proposed repair; `null` if nobody new does. */
  readonly newcomerId: string | null;
  /** Whether the proposed repair leaves a required place open that its holder could keep. */
  readonly isGivenUp: boolean;
}

interface Shown {
  readonly lineUp: KeptLineUp;
  readonly required: readonly BandRole[];
  readonly faults: readonly Fault[];
  /** The line-up after the proposed repair; `null`: none is proposed. */
  readonly repaired: KeptLineUp | null;
}

export function keptRows({ lineUp, required, faults, repaired }: Shown): KeptRow[] {
  const places = placesShown(lineUp, required);
  return places.map((role, index) => {
    const before = holdingsOf(lineUp, role);
    const after = nextPlaces(before, holdingsOf(repaired ?? lineUp, role));
    const nth = placesOf(places.slice(0, index), role);
    const [holderId, nextId] = [before[nth]?.userId ?? null, after[nth]?.userId ?? null];
    const fault = faults.find((each) => each.role === role && each.userId === holderId)?.reason ?? null;
    const isLacking = after.filter((holding) => holding !== undefined).length < placesOf(required, role);
    const isGivenUp = nextId === null && holderId !== null && fault === null && isLacking;
    const newcomerId = nextId === holderId ? null : nextId;
    return { role, holderId, fault, newcomerId, isGivenUp };
  });
}
