import type { ReactNode } from "react";
import type { PlannedEvent } from "#domain/planning/planning.ts";

export interface RepairableProps {
  readonly events: readonly PlannedEvent[];
  readonly as: "badge" | "sign" | "entry";
  /** What is missing comes first: the sign follows it. */
  readonly isMissingRoles?: boolean;
  /** How the state is shown where nothing is to be repaired. */
  readonly children?: ReactNode;
}
