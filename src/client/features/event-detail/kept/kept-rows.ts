import { type BandRole, inScaleOrder } from "#domain/line-up/band-roles.ts";
import type { KeptLineUp } from "#domain/line-up/kept-line-up.ts";
import type { Fault } from "#domain/line-up/repairing/faults.ts";

/** One role of a kept line-up as it is shown. */
export interface KeptRow {
  readonly role: BandRole;
  /** `null`: the role is open. */
  readonly holderId: string | null;
  /** What is wrong with the role, if anything. */
  readonly fault: Fault["reason"] | null;
  /** The person who takes the role after the proposed repair; `null` if nobody new does. */
  readonly newcomerId: string | null;
  /** Whether the proposed repair leaves a required role open that its holder could keep. */
  readonly isGivenUp: boolean;
}

interface Shown {
  readonly lineUp: KeptLineUp;
  readonly required: readonly BandRole[];
  readonly faults: readonly Fault[];
  /** The line-up after the proposed repair; `null`: none is proposed. */
  readonly repaired: KeptLineUp | null;
}

function holderOf(lineUp: KeptLineUp, role: BandRole): string | null {
  return lineUp.find((holding) => holding.role === role)?.userId ?? null;
}

/** The required roles, and roles of the kept line-up that are no longer required. */
export function rolesShown(lineUp: KeptLineUp, required: readonly BandRole[]): BandRole[] {
  return inScaleOrder([...required, ...lineUp.map(({ role }) => role)]);
}

export function keptRows({ lineUp, required, faults, repaired }: Shown): KeptRow[] {
  return rolesShown(lineUp, required).map((role) => {
    const holderId = holderOf(lineUp, role);
    const nextId = repaired === null ? holderId : holderOf(repaired, role);
    const fault = faults.find((each) => each.role === role)?.reason ?? null;
    const isGivenUp = nextId === null && holderId !== null && fault === null && required.includes(role);
    return { role, holderId, fault, newcomerId: nextId === holderId ? null : nextId, isGivenUp };
  });
}
