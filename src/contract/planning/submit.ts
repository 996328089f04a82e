import type { PlanningRefusal, SubmittedChange } from "#domain/planning/planning-change.ts";
import type { Restoration } from "#domain/planning/undoing.ts";
import type { ClientErrorCode, ErrorCode } from "../errors.ts";

/** Why a change was refused or failed. */
export type RefusalCode = PlanningRefusal | ErrorCode | ClientErrorCode;

/** `fieldErrors`: the error code of each field of the call, where the server named them. */
export interface ChangeRefusal {
  readonly code: RefusalCode;
  readonly fieldErrors?: Readonly<Record<string, string>> | undefined;
}

/** The result of a submitted change. For a deletion, `undo` is the change that reverts it. */
export type SubmitOutcome =
  | { readonly status: "done"; readonly undo?: Restoration }
  /** Shown and stored on this device. It is sent once the server is reachable. */
  | { readonly status: "kept"; readonly undo?: Restoration }
  | ({ readonly status: "refused" } & ChangeRefusal);

/** How screens change a planning, local or shared. Never rejects: failures are outcomes. */
export type Submit = (change: SubmittedChange) => Promise<SubmitOutcome>;
