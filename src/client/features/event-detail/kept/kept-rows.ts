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
  /** Who takes the role after the proposed repair, if somebody else. */
  readonly newcomerId: string | null;
  /** Whether the proposed repair takes the person from a required role that they could keep, and leaves it open. */
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

/** The required roles, and those that were required when the line-up was kept. */
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
