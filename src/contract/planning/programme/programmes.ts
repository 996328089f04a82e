import * as z from "zod/mini";
import {
  isProgrammeLink,
  type Programme,
  PROGRAMME_FIELD_MAX,
  PROGRAMME_MAX,
  tidyProgramme,
} from "../../../domain/programme/programme.ts";
import { listOf, typedText } from "../../limits.ts";
import { inSharedPlanning } from "../../operation.ts";
import { API } from "../../paths.ts";
import { operationOf } from "../change-kinds.ts";

/** A URL must not contain spaces, but pasted ones sometimes do: they are encoded. */
const Link = typedText(PROGRAMME_FIELD_MAX.link, "line").check(
  z.overwrite((link) => link.replaceAll(" ", "%20")),
  z.refine((link) => link === "" || isProgrammeLink(link), "programme.link_invalid"),
);

const TypedItem = z.object({
  title: typedText(PROGRAMME_FIELD_MAX.title, "line").check(z.minLength(1, "programme.title_blank")),
  key: z.optional(typedText(PROGRAMME_FIELD_MAX.key, "line")),
  link: z.optional(Link),
  note: z.optional(typedText(PROGRAMME_FIELD_MAX.note, "line")),
});

/** A programme as somebody types it. */
export const TypedProgramme = listOf(TypedItem, PROGRAMME_MAX, "programme.too_long").check(
  z.overwrite((items) => tidyProgramme(items) as typeof items),
) as z.ZodMiniType as z.ZodMiniType<Programme, Programme>;

const ProgrammeUpdate = z.object({
  items: TypedProgramme,
  /** The `programmeVersion` of the event's row; 0 if it has none. */
  basedOn: z.int().check(z.minimum(0)),
});

/** The titles of a group's past events. */
export const Repertoire = z.array(
  z.object({
    title: z.string(),
    key: z.exactOptional(z.string()),
    link: z.exactOptional(z.string()),
    /** At how many events of the last year it was played. */
    times: z.int(),
    lastPlayed: z.string(),
  }),
);

export const PROGRAMME_OPERATIONS = /* @__PURE__ */ inSharedPlanning({
  setProgramme: operationOf("programme.set", {
    summary:
      "Set the programme of an event; refused if it is based on another version than the stored one, unless both are the same",
    request: ProgrammeUpdate,
  }),
  tellProgramme: {
    method: "POST",
    path: API.programmeMessage,
    access: "programme.set",
    summary: "Send the programme of an event to the people present; each version is sent only once",
    status: 202,
  },
  readRepertoire: {
    method: "GET",
    path: API.repertoire,
    access: "planning.read",
    summary:
      "The titles of the programmes of a group's past events, each once, as last written, with how often it was played in a year and when last",
    response: Repertoire,
  },
});
