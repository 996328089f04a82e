import { expect, test } from "vitest";
import type { AdminAct, JournalEntry } from "../../contract/journal.ts";
import { actSentence } from "./journal.ts";

const MARIE = { id: "m", name: "Marie Petit" };
const JEAN = { id: "j", name: "Jean Colin" };
const GROUP = { id: "1", name: "Chorale" };
const EVENT = { id: "e", name: "Culte", date: "2026-11-24" };

function sentence(act: AdminAct, people: Partial<Pick<JournalEntry, "actor" | "person">> = {}): string {
  const entry = { number: 1, doneAt: "2026-11-20T10:00:00.000Z", actor: MARIE, person: JEAN, act, ...people };
  return actSentence(entry, (moment) => moment.slice(0, 10)).replaceAll("\u00a0", " ");
}

test.each<[AdminAct, string]>([
  [{ type: "user.promoted", userId: "j" }, "a donné les droits d'administration à Jean Colin"],
  [{ type: "user.demoted", userId: "j" }, "a retiré les droits d'administration à Jean Colin"],
  [{ type: "user.deleted", userId: "j" }, "a supprimé un compte"],
  [{ type: "invitation.renewed" }, "a renouvelé le lien d'invitation"],
  [{ type: "admin_link.made" }, "a préparé un lien pour créer un compte d'administration"],
  [{ type: "admin_link.used" }, "a créé son compte d'administration par un lien du serveur"],
  [{ type: "backup.restored", madeAt: "2026-11-19T04:00:00.000Z" }, "a rétabli la sauvegarde du 19 novembre 2026"],
  [
    { type: "planning.shared", groups: 3, events: 12 },
    "a partagé le planning avec l'équipe (3 groupes et 12 événements)",
  ],
  [
    { type: "planning.extended", groups: 0, events: 1 },
    "a ajouté le planning d'un appareil au planning partagé (0 groupe et 1 événement)",
  ],
  [{ type: "group.created", group: GROUP }, "a créé le groupe « Chorale »"],
  [{ type: "group.renamed", group: GROUP, formerName: "Duo" }, "a renommé le groupe « Duo » en « Chorale »"],
  [{ type: "group.deleted", group: GROUP }, "a supprimé le groupe « Chorale »"],
  [{ type: "group.restored", group: GROUP }, "a restauré le groupe « Chorale »"],
  [{ type: "group.pairs_set", group: GROUP }, "a changé les rôles combinables du groupe « Chorale »"],
  [{ type: "group.required_roles_set", group: GROUP }, "a changé les rôles nécessaires du groupe « Chorale »"],
  [{ type: "line_up.kept", event: EVENT }, "a retenu une formation pour l'événement « Culte » du 24 novembre 2026"],
  [{ type: "line_up.dropped", event: EVENT }, "a annulé la formation de l'événement « Culte » du 24 novembre 2026"],
  [{ type: "group.member_added", group: GROUP, userId: "j" }, "a ajouté Jean Colin au groupe « Chorale »"],
  [{ type: "group.member_removed", group: GROUP, userId: "j" }, "a retiré Jean Colin du groupe « Chorale »"],
  [{ type: "event.created", event: EVENT }, "a créé l'événement « Culte » du 24 novembre 2026"],
  [{ type: "event.deleted", event: EVENT }, "a supprimé l'événement « Culte » du 24 novembre 2026"],
  [
    { type: "person.asked", event: EVENT, userId: "j" },
    "a demandé à Jean Colin de venir à l'événement « Culte » du 24 novembre 2026",
  ],
  [
    { type: "people.asked", event: EVENT, count: 3, hours: 6 },
    "a demandé à 3 personnes, l'une après l'autre, de venir à l'événement « Culte » du 24 novembre 2026",
  ],
  [
    { type: "people.asked", event: EVENT, count: 1, hours: null },
    "a demandé à 1 personne de venir à l'événement « Culte » du 24 novembre 2026",
  ],
  [{ type: "asking.stopped", event: EVENT }, "a arrêté les demandes pour l'événement « Culte » du 24 novembre 2026"],
  [{ type: "event.restored", event: EVENT }, "a restauré l'événement « Culte » du 24 novembre 2026"],
])("%o has its sentence", (act, predicate) => {
  expect(sentence(act)).toBe(`Marie Petit ${predicate}`);
});

test("a deleted user has no name", () => {
  const gone = { id: "x", name: null };
  expect(sentence({ type: "user.promoted", userId: "x" }, { actor: gone, person: gone })).toBe(
    "Une personne supprimée a donné les droits d'administration à une personne supprimée",
  );
});

test("an act on the command line has no user", () => {
  expect(sentence({ type: "admin_link.made" }, { actor: null })).toBe(
    "La personne qui s'occupe du serveur a préparé un lien pour créer un compte d'administration",
  );
});
