import type { AbsenceRefusal } from "../../domain/availability/absences.ts";

/** The sentences of errors about absences. */
export const ABSENCE_SENTENCES = {
  "absence.ends_before_start": "La date de fin précède la date de début",
  "absence.exists": "Cette absence existe déjà.",
  "absence.not_found": "Cette absence n'existe plus.",
  "absence.past": "Cette absence est déjà passée",
  "absence.too_long": "Un an au plus",
  "absence.too_many": "Cela fait trop d'absences à venir\u00a0: retirez-en une d'abord.",
} as const satisfies Readonly<Record<AbsenceRefusal | "absence.exists" | "absence.not_found", string>>;
