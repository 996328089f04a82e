import type { PlanningRefusal, SubmittedChange } from "#domain/planning/planning-change.ts";
import type { Restoration } from "#domain/planning/undoing.ts";
import type { ClientErrorCode, ErrorCode } from "../errors.ts";

/** Why a change was refused or failed. */
export type RefusalCode = PlanningRefusal | ErrorCode | ClientErrorCode;

/** The result of a submitted change. For a deletion, `undo` is the change that reverts it. */
export type SubmitOutcome =
  | { readonly status: "done"; readonly undo?: Restoration }
  /** Shown and stored on this device. It is sent once the server is reachable. */
  | { readonly status: "kept"; readonly undo?: Restoration }
  | { readonly status: "refused"; readonly code: RefusalCode };

/** How screens change a planning, local or shared. Never rejects: failures are outcomes. */
export type Submit = (change: SubmittedChange) => Promise<SubmitOutcome>;
