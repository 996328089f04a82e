import { useState } from "react";
import { PlannedEvent as EventRow } from "#contract/planning/planning.ts";
import { eventAddress } from "#contract/planning/planning-addresses.ts";
import { TypedProgramme } from "#contract/planning/programme/programmes.ts";
import type { ChangeRefusal } from "#contract/planning/submit.ts";
import { type PlannedEvent, programmeVersionOf } from "#domain/planning/planning.ts";
import type { Programme, ProgrammeItem } from "#domain/programme/programme.ts";
import { callApi } from "#client/http/call-api.ts";
import { useConnection, useSubmit } from "#client/planning/planning-hooks.ts";
import { type ProgrammeRow, savedRows } from "./programme-rows.ts";

/** The error code of each field, by `ID.FIELD` of its row. */
type FieldErrors = Readonly<Record<string, string>>;

export interface ProgrammeSaving {
  /** What is saved by now, where somebody else changed it; `null`: nobody did, or the user has read it. */
  readonly other: Programme | null;
  readonly refusal: ChangeRefusal | null;
  readonly isPending: boolean;
  readonly errorOf: (row: ProgrammeRow, field: keyof ProgrammeItem) => string | undefined;
  /** Resolves with whether it was saved. */
  readonly save: (rows: readonly ProgrammeRow[]) => Promise<boolean>;
  /** The user has chosen: what they save next is based on what is there now. */
  readonly settle: () => void;
  /** Reads what is there now, after a refusal. */
  readonly lookAgain: () => Promise<void>;
}

/** The first error of each field of the rows. */
function errorsIn(
  rows: readonly ProgrammeRow[],
  issues: readonly { readonly path: PropertyKey[]; readonly message: string }[],
) {
  const errors: Record<string, string> = {};
  for (const { path, message } of issues) {
    const [index, field] = path;
    const row = rows[Number(index)];
    if (row !== undefined && field !== undefined) errors[`${row.id}.${String(field)}`] ??= message;
  }
  return errors;
}

/** Saves what is typed, based on the version that the user saw. */
export function useProgrammeSaving(event: PlannedEvent): ProgrammeSaving {
  const submit = useSubmit();
  const isShared = useConnection() !== null;
  const [basedOn, setBasedOn] = useState(programmeVersionOf(event));
  const [read, setRead] = useState<PlannedEvent | null>(null);
  const [isOutdated, setIsOutdated] = useState(false);
  const [refusal, setRefusal] = useState<ChangeRefusal | null>(null);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [isPending, setIsPending] = useState(false);
  const latest = read !== null && programmeVersionOf(read) > programmeVersionOf(event) ? read : event;

  /** The news of the change may come after its refusal. */
  async function lookAgain(): Promise<void> {
    setIsOutdated(true);
    if (!isShared) return;
    try {
      setRead(await callApi({ path: eventAddress(event.id), answer: EventRow }));
    } catch {
      // What is known of the event is shown.
    }
  }

  return {
    other: isOutdated ? (latest.programme ?? []) : null,
    refusal,
    isPending,
    errorOf: ({ id }, field) => errors[`${id}.${field}`],
    lookAgain,
    settle() {
      setBasedOn(programmeVersionOf(latest));
      setIsOutdated(false);
      setRefusal(null);
    },
    async save(rows) {
      const saved = savedRows(rows);
      const checked = TypedProgramme.safeParse(saved);
      setErrors(errorsIn(saved, checked.error?.issues ?? []));
      setRefusal(null);
      if (!checked.success) return false;
      setIsPending(true);
      const outcome = await submit({ type: "programme.set", eventId: event.id, programme: checked.data, basedOn });
      setIsPending(false);
      if (outcome.status !== "refused") return true;
      if (outcome.code === "programme.changed") await lookAgain();
      else setRefusal(outcome);
      return false;
    },
  };
}
