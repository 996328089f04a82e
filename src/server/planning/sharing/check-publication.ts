import { createHash } from "node:crypto";
import * as z from "zod/mini";
import type { ErrorCode } from "#contract/errors.ts";
import { listOf } from "#contract/limits.ts";
import { Id, RequiredRoles, RolePairs } from "#contract/planning/planning.ts";
import {
  PUBLISHED_ENTRIES_MAX,
  PublishedEntry,
  PUBLISHED_EVENTS_MAX,
  PublishedEvent,
  PublishedGroup,
} from "#contract/planning/publication.ts";
import { isKeepable } from "#domain/line-up/kept-line-up.ts";
import { endsAfterStart } from "#domain/planning/event-edit.ts";
import { GROUPS_MAX } from "#domain/planning/planning.ts";
import { checkValues, fieldCodes } from "../../api/json-body.ts";
import { eventRowOf } from "../../database/event-columns.ts";
import { Refusal } from "../../errors.ts";
import { countValues } from "./count-values.ts";
import { answersOf } from "./publication.ts";
import type { PublicationSlice } from "./publication-slice.ts";
import { createSliceWriter } from "./slice-writer.ts";

/** The shortest possible entries have five values each, and 16 MiB hold 270,000 of them. */
const VALUES_MAX = 1_400_000;
/** More errors would not help the reader of the response. */
const FAULTS_MAX = 20;

/** The lists' items are validated one by one, so that checking a broken planning stops at its first errors. */
const Shell = z.object({
  groups: listOf(z.unknown(), GROUPS_MAX, "group.too_many"),
  events: listOf(z.unknown(), PUBLISHED_EVENTS_MAX, "planning.too_large"),
  combinablePairs: z.optional(z.record(z.string(), z.unknown())),
  requiredRoles: z.optional(z.record(z.string(), z.unknown())),
});
const EventShell = z
  .object({
    ...PublishedEvent.shape,
    availability: listOf(z.unknown(), PUBLISHED_ENTRIES_MAX, "planning.too_large"),
  })
  .check(z.refine(endsAfterStart, { path: ["endTime"], error: "event.end_before_start" }))
  .check(z.refine(({ lineUp = [] }) => isKeepable(lineUp), { path: ["lineUp"], error: "line_up.invalid" }));

type Shell = z.infer<typeof Shell>;

function parse(bytes: Uint8Array): unknown {
  if (countValues(bytes) > VALUES_MAX) {
    throw new Refusal("request.invalid", { fields: { body: "request.invalid" } });
  }
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch (error) {
    if (error instanceof SyntaxError) throw new Refusal("request.malformed");
    throw error;
  }
}

/** Collects errors by field, up to a maximum. */
function createFaults() {
  const faults: Record<string, ErrorCode> = {};
  function add(field: string, code: ErrorCode): void {
    faults[field] ??= code;
    if (Object.keys(faults).length >= FAULTS_MAX) throw new Refusal("request.invalid", { fields: faults });
  }
  return {
    add,
    /** The validated value; when invalid, adds its errors and returns `null`. */
    check<Schema extends z.ZodMiniType>(value: unknown, schema: Schema, field: string): z.output<Schema> | null {
      const outcome = schema.safeParse(value);
      if (outcome.success) return outcome.data;
      for (const [path, code] of Object.entries(fieldCodes(outcome.error, value))) {
        add(path === "body" ? field : `${field}.${path}`, code);
      }
      return null;
    },
    /** @throws Refusal if there are errors */
    end(): void {
      if (Object.keys(faults).length > 0) throw new Refusal("request.invalid", { fields: faults });
    },
  };
}

type Faults = ReturnType<typeof createFaults>;

type RuleName = "combinablePairs" | "requiredRoles";

interface RuleCheck<Schema extends z.ZodMiniType> {
  readonly name: RuleName;
  readonly schema: Schema;
  readonly shell: Shell;
  readonly groupIds: ReadonlySet<string>;
  readonly faults: Faults;
}

/** Validates what was chosen for each group, one by one. */
function checkRule<Schema extends z.ZodMiniType>({ name, schema, shell, groupIds, faults }: RuleCheck<Schema>) {
  const given = shell[name];
  if (given === undefined) return undefined;
  const checked = new Map<string, z.output<Schema>>();
  for (const [groupId, rule] of Object.entries(given)) {
    if (!Id.safeParse(groupId).success) faults.add(name, "request.invalid");
    else if (!groupIds.has(groupId)) faults.add(`${name}.${groupId}`, "group.not_found");
    const outcome = faults.check(rule, schema, `${name}.${groupId}`);
    if (outcome !== null) checked.set(groupId, outcome);
  }
  return checked;
}

function storedRule(rule: readonly unknown[] | undefined): string | null {
  return rule === undefined ? null : JSON.stringify(rule);
}

/** The JSON text of a rule as part of the hashed publication; empty where the publication has none. */
function hashedRule(name: RuleName, rule: ReadonlyMap<string, unknown> | undefined): string {
  return rule === undefined ? "" : `,"${name}":${JSON.stringify(Object.fromEntries(rule))}`;
}

function checkGroups({ groups }: Shell, faults: Faults) {
  const ids = new Set<string>();
  const checked = groups.flatMap((value, index) => {
    const group = faults.check(value, PublishedGroup, `groups.${index}`);
    if (group === null) return [];
    if (ids.has(group.id)) faults.add(`groups.${index}.id`, "group.exists");
    ids.add(group.id);
    return [group];
  });
  return { ids, groups: checked };
}

function checkEntries(availability: readonly unknown[], field: string, faults: Faults): PublishedEntry[] {
  return availability.flatMap((value, index) => faults.check(value, PublishedEntry, `${field}.${index}`) ?? []);
}

/** Validates the events one by one, so that only one of them is in memory twice. */
function* checkEvents({ events }: Shell, groupIds: ReadonlySet<string>, faults: Faults) {
  const ids = new Set<string>();
  for (const [index, value] of events.entries()) {
    const field = `events.${index}`;
    const shell = faults.check(value, EventShell, field);
    if (shell === null) continue;
    if (ids.has(shell.id)) faults.add(`${field}.id`, "event.exists");
    ids.add(shell.id);
    if (!groupIds.has(shell.groupId)) faults.add(`${field}.groupId`, "group.not_found");
    const availability = checkEntries(shell.availability, `${field}.availability`, faults);
    const answers = answersOf(shell.id, availability);
    if (answers === null) faults.add(`${field}.availability`, "request.invalid");
    else yield { event: { ...shell, availability }, answers };
  }
}

/**
 * Validates a published planning (`Publication` as JSON, UTF-8) and emits it as rows, slice by slice. If it throws,
 * slices emitted before must be discarded.
 * @returns the hash of the publication
 * @throws Refusal for malformed JSON, and for invalid or contradictory values
 */
export function checkPublication(bytes: Uint8Array, emit: (slice: PublicationSlice) => void): string {
  const shell = checkValues(parse(bytes), Shell);
  const faults = createFaults();
  const hash = createHash("sha256");
  const { ids, groups } = checkGroups(shell, faults);
  const check = { shell, groupIds: ids, faults };
  const pairs = checkRule({ ...check, name: "combinablePairs", schema: RolePairs });
  const roles = checkRule({ ...check, name: "requiredRoles", schema: RequiredRoles });
  const groupRows = createSliceWriter("groups", emit);
  for (const [place, { id, name }] of groups.entries()) {
    const rules = { combinable_pairs: storedRule(pairs?.get(id)), required_roles: storedRule(roles?.get(id)) };
    groupRows.add({ id, name, place, ...rules });
  }
  groupRows.end();
  hash.update(`{"groups":${JSON.stringify(groups)},"events":[`);
  const eventRows = createSliceWriter("events", emit);
  const answerRows = createSliceWriter("answers", emit);
  let separator = "";
  for (const { event, answers } of checkEvents(shell, ids, faults)) {
    eventRows.add(eventRowOf(event));
    for (const { eventId, userId, userName, positions, status, comment, saidBy, rank } of answers) {
      const row = { event_id: eventId, user_id: userId, user_name: userName, status, comment, said_by: saidBy, rank };
      answerRows.add({ ...row, positions: JSON.stringify(positions) });
    }
    hash.update(separator + JSON.stringify(event));
    separator = ",";
  }
  eventRows.end();
  answerRows.end();
  faults.end();
  hash.update(`]${hashedRule("combinablePairs", pairs)}${hashedRule("requiredRoles", roles)}}`);
  return hash.digest("base64url");
}
