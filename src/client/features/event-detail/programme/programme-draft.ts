import { useLayoutEffect, useState } from "react";
import { callApi } from "#client/http/call-api.ts";
import { useConnection, useSubmit } from "#client/planning/planning-hooks.ts";
import { useToday } from "#client/planning/today.ts";
import { eventAddress } from "#contract/planning/planning-addresses.ts";
import type { RefusalCode } from "#contract/planning/planning-change.ts";
import { PlannedEvent as EventRow } from "#contract/planning/planning.ts";
import { TypedProgramme } from "#contract/planning/programme/programmes.ts";
import { type PlannedEvent, programmeVersionOf } from "#domain/planning/planning.ts";
import { type Programme, PROGRAMME_MAX, type ProgrammeItem } from "#domain/programme/programme.ts";
import type { KnownTitle } from "#domain/programme/repertoire.ts";
import { movedTo, playedSentence } from "#text/event/programme.ts";

/** One title of a programme (set list) in the editor, with the texts as they are typed. */
export interface ProgrammeRow extends Readonly<Record<keyof ProgrammeItem, string>> {
  readonly id: number;
  /** Whether the editor added the row, not the user. It is not saved if it stays empty. */
  readonly isAutomatic: boolean;
}

let lastId = 0;

function newRow(item: Partial<ProgrammeItem> = {}, isAutomatic = false): ProgrammeRow {
  lastId += 1;
  return { title: "", key: "", link: "", note: "", ...item, id: lastId, isAutomatic };
}

export function rowsOf(programme: Programme): ProgrammeRow[] {
  return programme.map((item) => newRow(item));
}

function isEmpty({ title, key, link, note }: ProgrammeRow): boolean {
  return [title, key, link, note].every((text) => text.trim() === "");
}

/** The rows to save. An empty row that the user added is included, so that validation reports its missing title. */
function rowsToSave(rows: readonly ProgrammeRow[]): ProgrammeRow[] {
  return rows.filter((row) => !(row.isAutomatic && isEmpty(row)));
}

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** The first error code of each wrong field. The key is `ROW_ID.FIELD`, for example `3.title`. */
function errorsIn(rows: readonly ProgrammeRow[], issues: readonly Issue[]): Readonly<Record<string, string>> {
  const keyOf = ({ path: [index, field] }: Issue) => `${rows[Number(index)]?.id}.${String(field)}`;
  return Object.fromEntries(issues.toReversed().map((issue) => [keyOf(issue), issue.message]));
}

/** Saves the programme. If somebody else changed it since the editor opened, the user chooses between both versions. */
export function useProgrammeSaving(event: PlannedEvent) {
  const submit = useSubmit();
  const isShared = useConnection() !== null;
  /** The version of the programme that the user sees and edits. */
  const [basedOn, setBasedOn] = useState(programmeVersionOf(event));
  /** The event as the server has it. The live stream may not have delivered the other change to `event` yet. */
  const [reloaded, setReloaded] = useState<PlannedEvent | null>(null);
  const [isOutdated, setIsOutdated] = useState(false);
  const [refusal, setRefusal] = useState<RefusalCode | null>(null);
  const [errors, setErrors] = useState<ReturnType<typeof errorsIn>>({});
  const [isPending, setIsPending] = useState(false);
  const latest = reloaded !== null && programmeVersionOf(reloaded) > programmeVersionOf(event) ? reloaded : event;

  async function showOtherVersion(): Promise<void> {
    setIsPending(true);
    try {
      if (isShared) setReloaded(await callApi({ path: eventAddress(event.id), response: EventRow }));
      setIsOutdated(true);
    } catch {
      // Without the other version there is nothing to choose from. The stream may have delivered it.
      if (programmeVersionOf(event) > basedOn) setIsOutdated(true);
      else setRefusal("server.unreachable");
    }
    setIsPending(false);
  }

  return {
    /** The programme that somebody else saved meanwhile; `null`: nobody did, or the user has resolved the conflict. */
    otherVersion: isOutdated ? (latest.programme ?? []) : null,
    refusal,
    isPending,
    errorOf: ({ id }: ProgrammeRow, field: keyof ProgrammeItem): string | undefined => errors[`${id}.${field}`],
    /** Call it if the server has refused the programme because somebody else changed it. Saving waits for the load. */
    showOtherVersion,
    /** Call it once the user has chosen. The next save then replaces the other version. */
    resolveConflict: () => {
      setBasedOn(programmeVersionOf(latest));
      setIsOutdated(false);
      setRefusal(null);
    },
    /** Resolves with `true` if it was saved. */
    save: async (rows: readonly ProgrammeRow[]): Promise<boolean> => {
      const typed = rowsToSave(rows);
      const checked = TypedProgramme.safeParse(typed);
      setErrors(errorsIn(typed, checked.error?.issues ?? []));
      setRefusal(typed.length > PROGRAMME_MAX ? "programme.too_long" : null);
      if (!checked.success) return false;
      setIsPending(true);
      const outcome = await submit({ type: "programme.set", eventId: event.id, programme: checked.data, basedOn });
      setIsPending(false);
      if (outcome.status !== "refused") return true;
      if (outcome.code === "programme.changed") await showOtherVersion();
      else setRefusal(outcome.code);
      return false;
    },
  };
}

export interface RowActions {
  readonly onType: (row: ProgrammeRow, field: keyof ProgrammeItem, text: string) => void;
  readonly onChoose: (row: ProgrammeRow, known: KnownTitle) => void;
  readonly onEnter: (row: ProgrammeRow) => void;
  readonly onMove: (from: number, to: number) => void;
  readonly onRemove: (row: ProgrammeRow) => void;
}

/** The control to focus once the rows are rendered: the title field of a row, or one of its buttons. */
interface Focus {
  readonly rowId: number;
  readonly button?: "up" | "down";
}

export function useProgrammeRows(initial: Programme, formRef: { readonly current: HTMLFormElement | null }) {
  const today = useToday();
  const [rows, setRows] = useState<readonly ProgrammeRow[]>(() =>
    // The first row of an empty programme is not automatic: if it is saved empty, validation reports its missing title.
    initial.length === 0 ? [newRow()] : rowsOf(initial),
  );
  const [announcement, setAnnouncement] = useState("");
  const [focus, setFocus] = useState<Focus | null>(() => {
    const first = rows.find(({ title }) => title === "") ?? rows[0];
    return first === undefined ? null : { rowId: first.id };
  });

  useLayoutEffect(() => {
    if (focus === null) return;
    const row = formRef.current?.querySelector(`[data-row="${focus.rowId}"]`);
    const [up, down] = [...(row?.querySelectorAll<HTMLButtonElement>("[data-step]") ?? [])];
    const [wanted, opposite] = focus.button === "up" ? [up, down] : [down, up];
    // In the first row "up" is disabled, in the last row "down".
    const button = wanted?.disabled ? opposite : wanted;
    const target = focus.button === undefined ? row?.querySelector("input") : button;
    target?.focus();
  }, [focus, formRef]);

  /** Adds an empty row after `others` if there is room, and moves the focus to it. */
  function addRow({ isAutomatic }: Pick<ProgrammeRow, "isAutomatic">, others = rows): void {
    if (others.length >= PROGRAMME_MAX) return setRows(others);
    const row = newRow({}, isAutomatic);
    setRows([...others, row]);
    setFocus({ rowId: row.id });
  }

  function replace(changed: ProgrammeRow): readonly ProgrammeRow[] {
    return rows.map((row) => (row.id === changed.id ? changed : row));
  }

  const actions: RowActions = {
    onType: (row, field, text) => setRows(replace({ ...row, [field]: text })),
    onChoose(row, known) {
      const { title, key = "", link = "" } = known;
      const chosen = replace({ ...row, title, key, link });
      if (rows.at(-1)?.id === row.id) addRow({ isAutomatic: true }, chosen);
      else setRows(chosen);
      setAnnouncement(playedSentence(known, today));
    },
    onEnter(row) {
      const next = rows[rows.findIndex(({ id }) => id === row.id) + 1];
      if (next === undefined) addRow({ isAutomatic: true });
      else setFocus({ rowId: next.id });
    },
    onMove(from, to) {
      const row = rows[from];
      if (row === undefined || to < 0 || to >= rows.length || from === to) return;
      setRows(rows.toSpliced(from, 1).toSpliced(to, 0, row));
      setFocus({ rowId: row.id, button: to < from ? "up" : "down" });
      setAnnouncement(movedTo(row.title, to + 1, rows.length));
    },
    onRemove(row) {
      const index = rows.findIndex(({ id }) => id === row.id);
      const others = rows.toSpliced(index, 1);
      const next = others[Math.min(index, others.length - 1)];
      setRows(others);
      if (next === undefined) formRef.current?.querySelector<HTMLElement>("[data-add]")?.focus();
      else setFocus({ rowId: next.id });
    },
  };

  /** Adds the titles of another event after those that are typed already. If they are too many, `save` reports it. */
  function addProgramme(programme: Programme): void {
    const added = rowsOf(programme);
    const [first] = added;
    const filled = rows.filter((row) => !isEmpty(row));
    setRows([...filled, ...added]);
    if (first !== undefined) setFocus({ rowId: first.id });
  }

  return { rows, setRows, actions, addRow, addProgramme, announcement, today };
}
