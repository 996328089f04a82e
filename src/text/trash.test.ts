import { expect, test } from "vitest";
import { answerCount, keptBetween, notRestored, restorationReason, restored, restoreNamed, wayBack } from "./trash.ts";

/** As a reader sees it: the spaces that hold a line together are spaces. */
function plain(text: string): string {
  return text.replaceAll("\u00a0", " ");
}

test("what was deleted is told with its two days, and how many answers come back", () => {
  expect(keptBetween("2026-11-12", "2026-12-12")).toBe("Supprimé le 12 novembre 2026, gardé jusqu'au 12 décembre 2026");
  expect([0, 1, 2].map(answerCount)).toEqual(["aucune réponse", "1 réponse", "2 réponses"]);
  expect(restoreNamed("Culte")).toBe("Restaurer Culte");
});

test("where a deletion is asked about, the way back is told: in one browser by undoing it, in a team by the bin too", () => {
  expect(plain(wayBack(false))).toBe("Vous aurez 10 secondes pour annuler.");
  expect(plain(wayBack(true))).toBe(
    "Vous pourrez l'annuler aussitôt, ou le restaurer depuis la corbeille pendant 30 jours.",
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
