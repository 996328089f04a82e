import * as z from "zod/mini";
import { ABSENCE_MAX_DAYS, ABSENCES_MAX } from "../../domain/availability/absences.ts";
import { HEADERS } from "../headers.ts";
import { guardedBy } from "../operation.ts";
import { API } from "../paths.ts";
import { operationOf } from "./change-kinds.ts";
import { DateText, EventKey } from "./events.ts";
import { Absences } from "./planning.ts";

/** The server checks the days: it knows which day it is. */
export const NewAbsence = z.object({ from: DateText, to: DateText });

export const ABSENCE_OPERATIONS = /* @__PURE__ */ guardedBy("shared_planning", {
  listOwnAbsences: {
    method: "GET",
    path: API.absences,
    access: "availability.set_own",
    summary: "The caller's absences, by their first day; nobody else can read them",
    status: 200,
    response: Absences,
    errors: [],
  },
  addAbsence: operationOf("absence.added", {
    summary: `Be absent on these days, both included: at most ${ABSENCE_MAX_DAYS} days, and ${ABSENCES_MAX} ranges that are not over; an Idempotency-Key (a UUID) becomes its id and makes a retry harmless`,
    headers: { [HEADERS.idempotencyKey]: EventKey },
    request: NewAbsence,
    errors: ["absence.ends_before_start", "absence.exists", "absence.past", "absence.too_long", "absence.too_many"],
  }),
  removeAbsence: operationOf("absence.removed", {
    summary: "Delete one of the caller's absences",
    errors: ["absence.not_found"],
  }),
});
