import { describe, expect, it } from "vitest";
import type { PlanningChange } from "../../domain/planning/planning-change.ts";
import { lateRefusalReason, lateRefusalSentence } from "./late-refusals.ts";

const CULTE = { name: "Culte", date: "2026-11-15" };
const CAMILLE = { id: "c", firstName: "Camille", lastName: "Perrin", positions: [] };
const EVENT = { id: "e", groupId: "1", ...CULTE, time: "10:00", location: "Temple" };

const RESTORED_GROUP: PlanningChange = {
  type: "group.restored",
  group: { id: "9", name: "Chorale" },
  place: 0,
  events: [],
  pairs: null,
  memberIds: [],
};

function sentence(change: PlanningChange, known: { event?: typeof CULTE; groupName?: string } = {}): string {
  return lateRefusalSentence({
    change,
    event: known.event ?? null,
    groupName: known.groupName ?? null,
    code: "event.not_found",
  });
}

function answered(answer: "present" | "absent" | null): PlanningChange {
  return { type: "availability.set", eventId: "e", person: CAMILLE, answer };
}

describe("a change that was refused later", () => {
  it.each<[PlanningChange, { event?: typeof CULTE; groupName?: string }, string]>([
    [
      answered("present"),
      { event: CULTE },
      "Votre réponse « Présent » pour « Culte » du 15 novembre n'a pas pu être prise en compte",
    ],
    [answered("absent"), {}, "Votre réponse « Absent » pour un événement n'a pas pu être prise en compte"],
    [answered(null), { event: CULTE }, "Votre réponse pour « Culte » du 15 novembre n'a pas pu être retirée"],
    [{ type: "event.created", event: EVENT }, {}, "« Culte » du 15 novembre n'a pas pu être créé"],
    [{ type: "event.deleted", eventId: "e" }, { event: CULTE }, "« Culte » du 15 novembre n'a pas pu être supprimé"],
    [{ type: "event.deleted", eventId: "e" }, {}, "Un événement n'a pas pu être supprimé"],
    [{ type: "group.created", group: { id: "9", name: "Chorale" } }, {}, "Le groupe « Chorale » n'a pas pu être créé"],
    [{ type: "group.renamed", groupId: "9", name: "Chorale" }, {}, "Un groupe n'a pas pu être renommé en « Chorale »"],
    [
      { type: "group.deleted", groupId: "9" },
      { groupName: "Chorale" },
      "Le groupe « Chorale » n'a pas pu être supprimé",
    ],
    [{ type: "group.deleted", groupId: "9" }, {}, "Un groupe n'a pas pu être supprimé"],
    [
      { type: "group.pairs_set", groupId: "9", pairs: [] },
      { groupName: "Chorale" },
      "Les rôles combinables n'ont pas pu être enregistrés pour le groupe « Chorale »",
    ],
    [
      { type: "group.required_roles_set", groupId: "9", roles: [] },
      { groupName: "Chorale" },
      "Les rôles nécessaires n'ont pas pu être enregistrés pour le groupe « Chorale »",
    ],
    [
      { type: "person.wish_set", userId: "marie", most: 2 },
      {},
      "Le nombre de fois où vous voulez jouer par mois n'a pas pu être enregistré",
    ],
    [
      { type: "event.restored", event: { ...EVENT, availability: [] } },
      {},
      "« Culte » du 15 novembre n'a pas pu être restauré",
    ],
    [RESTORED_GROUP, {}, "Le groupe « Chorale » n'a pas pu être restauré"],
    [
      { type: "group.joined", groupId: "9", userId: "c" },
      { groupName: "Chorale" },
      "Une arrivée n'a pas pu être enregistrée pour le groupe « Chorale »",
    ],
    [
      { type: "group.left", groupId: "9", userId: "c" },
      { groupName: "Chorale" },
      "Un départ n'a pas pu être enregistré pour le groupe « Chorale »",
    ],
    [
      { type: "group.leader_named", groupId: "1", userId: "c" },
      { groupName: "Chorale" },
      "Une responsabilité n'a pas pu être donnée pour le groupe « Chorale »",
    ],
    [
      { type: "group.leader_removed", groupId: "1", userId: "c" },
      { groupName: "Chorale" },
      "Une responsabilité n'a pas pu être retirée pour le groupe « Chorale »",
    ],
    [{ type: "person.removed", userId: "c" }, {}, "Un changement fait sur cet appareil n'a pas pu être pris en compte"],
  ])("is named: %o", (change, known, expected) => {
    expect(sentence(change, known).replaceAll("\u00a0", " ")).toBe(expected);
  });

  it("says what somebody else did meanwhile, or the reason that the server gave", () => {
    const change = answered("present");
    expect(lateRefusalReason({ change, code: "event.not_found" })).toBe("Cet événement a été supprimé entre-temps.");
    expect(lateRefusalReason({ change, code: "group.not_found" })).toBe("Ce groupe a été supprimé entre-temps.");
    expect(lateRefusalReason({ change, code: "request.forbidden" })).toBe("Cette action ne vous est pas permise.");
    for (const made of [{ type: "event.deleted", eventId: "e" } as const, { ...change, saidBy: "c" }]) {
      expect(lateRefusalReason({ change: made, code: "request.forbidden" })).toBe(
        "Cette action est réservée aux administrateurs et aux responsables du groupe.",
      );
    }
    expect(lateRefusalReason({ change: RESTORED_GROUP, code: "group.not_found" }).replaceAll("\u00a0", " ")).toBe(
      "Plus rien à restaurer : la corbeille garde 30 jours ce qui est supprimé.",
    );
  });
});
