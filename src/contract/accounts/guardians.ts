import * as z from "zod/mini";
import { ENTRUSTED_MAX, GUARDIANS_MAX } from "../../domain/people/guardians.ts";
import { HEADERS } from "../headers.ts";
import { guardedBy } from "../operation.ts";
import { API } from "../paths.ts";
import { NewAbsence } from "../planning/absences.ts";
import { EventKey } from "../planning/events.ts";
import { Absence, Absences } from "../planning/planning.ts";
import { Services } from "./account-fields.ts";
import { UserRow } from "./users.ts";

/** Who answers for people without an account, and what else they look after. */
export const GUARDIAN_OPERATIONS = /* @__PURE__ */ guardedBy("shared_planning", {
  entrust: {
    method: "PUT",
    path: API.guardian,
    access: "user.entrust",
    summary: `Entrust a person without an account (\`id\`) to somebody who has one (\`userId\`), who then answers for them: at most ${GUARDIANS_MAX} answer for a person, and each for at most ${ENTRUSTED_MAX}`,
    status: 204,
    errors: ["entrusted.too_many", "guardians.too_many", "user.has_account", "user.no_account", "user.not_found"],
  },
  endEntrusting: {
    method: "DELETE",
    path: API.guardian,
    access: "user.end_entrusting",
    summary: "Let somebody (`userId`) no longer answer for a person (`id`); they may do so themselves",
    status: 204,
    errors: ["user.not_found"],
  },
  setEntrustedServices: {
    method: "PUT",
    path: API.entrustedServices,
    access: "person.look_after",
    summary: "Change the services of a person who is entrusted to the caller",
    request: z.object({ positions: Services }),
    status: 200,
    response: UserRow,
    errors: ["service.not_offered"],
  },
  listEntrustedAbsences: {
    method: "GET",
    path: API.entrustedAbsences,
    access: "person.look_after",
    summary: "The absences of a person who is entrusted to the caller, by their first day",
    status: 200,
    response: Absences,
    errors: [],
  },
  addEntrustedAbsence: {
    method: "POST",
    path: API.entrustedAbsences,
    access: "person.look_after",
    summary: "Note that a person who is entrusted to the caller is absent on these days, both included",
    headers: { [HEADERS.idempotencyKey]: EventKey },
    request: NewAbsence,
    status: 201,
    response: Absence,
    errors: ["absence.ends_before_start", "absence.exists", "absence.past", "absence.too_long", "absence.too_many"],
  },
  removeEntrustedAbsence: {
    method: "DELETE",
    path: API.entrustedAbsence,
    access: "person.look_after",
    summary: "Delete an absence of a person who is entrusted to the caller",
    status: 204,
    errors: ["absence.not_found"],
  },
});
