import * as z from "zod/mini";
import { COMMENT_MAX } from "../../domain/availability/availability.ts";
import { DETAILS_MAX, GROUPS_MAX } from "../../domain/planning/planning.ts";
import { listOf, typedLine, typedText } from "../limits.ts";
import type { Operation } from "../operation.ts";
import { API } from "../paths.ts";
import { DateText, EVENT_TEXT_MAX } from "./events.ts";
import { GroupName } from "./groups.ts";
import { AvailabilityEntry, Id, PairsByGroup, PlannedEvent, RolesByGroup, ServiceName } from "./planning.ts";
import { TypedProgramme } from "./programme/programmes.ts";

/** Two names of 200 characters and the space between them. */
const FULL_NAME_MAX = 401;

/** The most events in a published planning. */
export const PUBLISHED_EVENTS_MAX = 2_000;
/** The most entries of a published event: 500 people with ten services. */
export const PUBLISHED_ENTRIES_MAX = 5_000;

/** The largest published planning, in bytes: a browser's local storage holds about as much. */
export const PUBLICATION_MAX_BYTES = 5 * 1024 * 1024;

/** What the user chose when sharing the planning. They join `group`. */
const SharingChoice = z.object({
  group: z.optional(Id),
  /** Whether groups remind their members; left out: "on". */
  reminders: z.optional(z.enum(["on", "off"])),
});

const PublishedGroup = z.object({ id: Id, name: GroupName });

const PublishedEntry = z.object({
  ...AvailabilityEntry.shape,
  userId: Id,
  position: ServiceName,
  userName: typedLine(FULL_NAME_MAX),
  comment: z.exactOptional(typedText(COMMENT_MAX, "line")),
  saidBy: z.exactOptional(Id),
});

/** More changes than anybody makes. Fits an integer column of any database. */
const PROGRAMME_VERSION_MAX = 1_000_000;

const ProgrammeVersion = z.int().check(z.minimum(0), z.maximum(PROGRAMME_VERSION_MAX));

export const PublishedEvent = z.object({
  ...PlannedEvent.shape,
  name: typedLine(EVENT_TEXT_MAX),
  date: DateText,
  location: typedLine(EVENT_TEXT_MAX),
  details: z.exactOptional(typedText(DETAILS_MAX)),
  programme: z.exactOptional(TypedProgramme),
  programmeVersion: z.exactOptional(ProgrammeVersion),
  programmeTold: z.exactOptional(ProgrammeVersion),
  availability: listOf(PublishedEntry, PUBLISHED_ENTRIES_MAX, "planning.too_large"),
});

/** A whole planning, as stored in one browser. */
export const Publication = z.object({
  groups: listOf(PublishedGroup, GROUPS_MAX, "group.too_many"),
  events: listOf(PublishedEvent, PUBLISHED_EVENTS_MAX, "event.too_many"),
  combinablePairs: z.optional(PairsByGroup),
  requiredRoles: z.optional(RolesByGroup),
});

/** What a publication added to the shared planning. */
export const PublicationReceipt = z.object({
  groups: z.int(),
  events: z.int(),
  answers: z.int(),
  /** The number of answers left out because the server does not know who gave them. */
  leftOut: z.int(),
});

export type SharingChoice = z.infer<typeof SharingChoice>;
export type PublishedEvent = z.infer<typeof PublishedEvent>;
export type Publication = z.infer<typeof Publication>;
export type PublicationReceipt = z.infer<typeof PublicationReceipt>;

export const PUBLICATION_OPERATIONS = {
  sharePlanning: {
    method: "POST",
    path: API.sharing,
    access: "planning.share",
    summary:
      "Publish this device's planning as the team's, once; the publisher becomes a member of the chosen group, and the same publication again changes nothing",
    query: SharingChoice,
    request: Publication,
    bodyLimit: { maxBytes: PUBLICATION_MAX_BYTES, refusal: "planning.too_large" },
    status: 201,
    response: PublicationReceipt,
  },
  addToSharedPlanning: {
    method: "POST",
    path: API.sharingAdditions,
    access: "planning.share",
    summary: "Add a second device's planning to the shared one, without replacing anything in it",
    request: Publication,
    bodyLimit: { maxBytes: PUBLICATION_MAX_BYTES, refusal: "planning.too_large" },
    response: PublicationReceipt,
    needsSharing: true,
  },
} as const satisfies Readonly<Record<string, Operation>>;
