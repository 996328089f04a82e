import type { BandRole } from "#domain/line-up/band-roles.ts";
import type { LineUp } from "#domain/line-up/fillings.ts";
import type { PlayVerdict } from "#domain/line-up/play-verdict.ts";
import { fullName } from "#domain/people/people.ts";
import type { Tie } from "./play-scale.tsx";

interface ScaleMarks {
  readonly missing: readonly BandRole[];
  readonly ties: readonly Tie[];
  readonly split: readonly BandRole[];
}

/** Everybody who has two roles in a line-up. */
function doublesOf(lineUp: LineUp): Tie[] {
  const holdings = [...Map.groupBy(lineUp, ({ holder }) => holder)];
  return holdings
    .filter(([, held]) => held.length > 1)
    .map(([holder, held]) => ({ roles: held.map(({ role }) => role), holder: fullName(holder) }));
}

/** The marks on the large scale for a verdict. */
export function scaleOf(verdict: PlayVerdict): ScaleMarks {
  switch (verdict.state) {
    case "complete":
      return { missing: [], ties: doublesOf(verdict.lineUp), split: [] };
    case "fragile":
      return {
        missing: [],
        ties: doublesOf(verdict.lineUp),
        split: verdict.weakPoints.flatMap(({ leftOut }) => leftOut),
      };
    case "not_together": {
      const { roles, holders } = verdict.blockage;
      const [holder, ...others] = holders;
      return {
        missing: [],
        ties: [{ roles, holder: holder && others.length === 0 ? fullName(holder) : null }],
        split: [],
      };
    }
    case "roles_to_fill":
    case "out_of_reach":
      return { missing: verdict.missing, ties: [], split: [] };
  }
}
