import { expect, test } from "vitest";
import {
  keptBetween,
  notRestored,
  restorationReason,
  restored,
  restoreNamed,
  trashedEventLine,
  trashedGroupLine,
  wayBack,
} from "./trash.ts";

/** Replaces non-breaking spaces with ordinary ones. */
function plain(text: string): string {
  return text.replaceAll("\u00a0", " ");
}

test("what was deleted is told with its two days, and what comes back with it", () => {
  expect(keptBetween("2026-11-12", "2026-12-12")).toBe("Supprimé le 12 novembre 2026, gardé jusqu'au 12 décembre 2026");
  expect([0, 1, 2].map((count) => trashedEventLine("Chorale", count))).toEqual([
    "Chorale · aucune réponse",
    "Chorale · 1 réponse",
    "Chorale · 2 réponses",
  ]);
  expect([0, 1, 2].map(trashedGroupLine)).toEqual([
    "Groupe · aucun événement",
    "Groupe · 1 événement",
    "Groupe · 2 événements",
  ]);
  expect(restoreNamed("Culte")).toBe("Restaurer Culte");
});

test("where a deletion is asked about, the way back is told: in one browser by undoing it, in a team by the bin too", () => {
  expect(plain(wayBack(false))).toBe("Vous aurez 10 secondes pour annuler.");
  expect(plain(wayBack(true))).toBe(
    "Vous pourrez annuler aussitôt, ou le restaurer pendant 30 jours depuis la corbeille, dans Administration.",
  );
});

test("what came back is named, and what did not, with the reason", () => {
  expect(plain(restored("Culte", "event.restored"))).toBe("« Culte » restauré.");
  expect(plain(restored("Chorale", "group.restored"))).toBe("Groupe « Chorale » restauré.");
  expect(plain(notRestored("Culte"))).toBe("« Culte » n'a pas pu être restauré");
  const forgotten = "Plus rien à restaurer : la corbeille garde 30 jours ce qui est supprimé.";
  expect(plain(restorationReason("event.restored", { code: "event.not_found" }))).toBe(forgotten);
  expect(plain(restorationReason("group.restored", { code: "group.not_found" }))).toBe(forgotten);
  expect(restorationReason("event.restored", { code: "group.not_found" })).toBe("Ce groupe n'existe plus.");
  expect(plain(restorationReason("event.restored", { code: "event.group_deleted" }))).toBe(
    "Son groupe est supprimé : restaurez d'abord le groupe.",
  );
  expect(restorationReason("event.restored", { code: "request.too_many", retryAfter: 2 })).toBe(
    "Trop d'essais. Réessayez dans 2 secondes.",
  );
});
