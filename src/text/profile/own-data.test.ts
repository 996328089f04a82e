import { expect, test } from "vitest";
import type { OwnData } from "../../contract/own-account.ts";
import { ownDataFile, ownDataFileName } from "./own-data.ts";

const CLOCK = { dayOf: (moment: string) => moment.slice(0, 10), timeOf: (moment: string) => moment.slice(11, 16) };
const CULTE = { name: "Culte", date: "2026-11-29", time: "10:00", location: "Temple" };

const DATA: OwnData = {
  account: {
    id: "m",
    firstName: "Marie",
    lastName: "Petit",
    email: "marie@example.org",
    positions: ["Voix", "Lead"],
    isAdmin: true,
    createdAt: "2026-10-01T08:00:00.000Z",
  },
  isEmailConfirmed: true,
  sessions: [
    {
      browser: "Firefox",
      system: "Linux",
      userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0",
      address: "192.0.2.7",
      signedInAt: "2026-11-20T18:00:00.000Z",
      lastSeenAt: "2026-11-21T18:04:00.000Z",
      endsAt: "2026-12-20T18:00:00.000Z",
    },
  ],
  passkeys: [
    {
      id: "k",
      browser: "Safari",
      system: "iPhone",
      isSynced: true,
      createdAt: "2026-11-20T18:00:00.000Z",
      lastUsedAt: null,
    },
  ],
  groups: [{ id: "1", name: "Louange", joinedAt: "2026-10-02T09:00:00.000Z" }],
  answers: [
    {
      event: CULTE,
      groupName: "Louange",
      answer: "present",
      comment: "J'arrive à 9 h",
      saidBy: "Anne Roy",
      positions: ["Voix"],
      answeredAt: "2026-11-12T07:30:00.000Z",
      isDeleted: false,
    },
    {
      event: { ...CULTE, name: "Concert" },
      groupName: "Louange",
      answer: null,
      comment: null,
      saidBy: null,
      positions: [],
      answeredAt: "2026-11-13T07:30:00.000Z",
      isDeleted: true,
    },
  ],
  requests: [
    { event: CULTE, groupName: "Louange", askedBy: "Anne Roy", askedAt: "2026-11-15T09:00:00.000Z", isDeleted: false },
    { event: CULTE, groupName: "Louange", askedBy: null, askedAt: null, isDeleted: true },
  ],
  absences: [{ from: "2026-12-05", to: "2026-12-20" }],
  lineUps: [{ event: CULTE, groupName: "Louange", roles: ["Lead", "Voix"], isDeleted: false }],
  toldPlaces: [{ event: CULTE, groupName: "Louange", roles: ["Lead"], isDeleted: true }],
  messages: [
    {
      event: CULTE,
      groupName: "Louange",
      topic: "reminders",
      decidedAt: "2026-11-24T17:00:00.000Z",
      outcome: "not_confirmed",
      isDeleted: false,
    },
  ],
  playsAtMost: 2,
  notifications: {
    byMail: ["reminders", "place"],
    devices: [
      {
        browser: "Chrome",
        system: "Android",
        registeredAt: "2026-11-14T20:15:00.000Z",
        endpoint: "https://push.example.org/1",
        topics: ["changes"],
      },
    ],
  },
  journal: [
    {
      number: 3,
      doneAt: "2026-11-14T20:15:00.000Z",
      actor: { id: "m", name: "Marie Petit" },
      person: null,
      act: { type: "invitation.renewed" },
    },
  ],
};

test("one's own data read in French from the first line to the last", () => {
  const local = [{ event: CULTE, groupName: null, answer: "absent", positions: ["Voix"] }] as const;
  expect(ownDataFile(DATA, local, CLOCK)).toEqual({
    Compte: {
      Prénom: "Marie",
      Nom: "Petit",
      "Adresse e-mail": "marie@example.org",
      "Adresse confirmée": "oui",
      Services: ["Voix", "Lead"],
      "Droits d'administration": "oui",
      "Créé le": "1er octobre 2026 à 08:00",
    },
    "Appareils connectés": [
      {
        Appareil: "Firefox sur Linux",
        "Ce que le navigateur dit de lui": "Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0",
        "Adresse réseau": "192.0.2.7",
        "Connecté le": "20 novembre 2026 à 18:00",
        "Vu le": "21 novembre 2026 à 18:04",
        "Connecté jusqu'au": "20 décembre 2026 à 18:00",
      },
    ],
    "Clés d'accès": [
      {
        Appareil: "Safari sur iPhone",
        Synchronisée: "oui",
        "Ajoutée le": "20 novembre 2026 à 18:00",
        "Utilisée le": null,
      },
    ],
    Groupes: [{ Nom: "Louange", "Rejoint le": "2 octobre 2026 à 09:00" }],
    Réponses: [
      {
        Événement: "Culte",
        Date: "29 novembre 2026 à 10:00",
        Lieu: "Temple",
        Groupe: "Louange",
        Mot: "J'arrive à 9 h",
        "Donnée par": "Anne Roy",
        Réponse: "Présent",
        Services: ["Voix"],
        "Donnée le": "12 novembre 2026 à 07:30",
      },
      {
        Événement: "Concert",
        Date: "29 novembre 2026 à 10:00",
        Lieu: "Temple",
        Groupe: "Louange",
        Réponse: "Retirée",
        Services: [],
        "Donnée le": "13 novembre 2026 à 07:30",
        "Événement supprimé": "oui",
      },
    ],
    Demandes: [
      {
        Événement: "Culte",
        Date: "29 novembre 2026 à 10:00",
        Lieu: "Temple",
        Groupe: "Louange",
        "Faite par": "Anne Roy",
        "Faite le": "15 novembre 2026 à 09:00",
      },
      {
        Événement: "Culte",
        Date: "29 novembre 2026 à 10:00",
        Lieu: "Temple",
        Groupe: "Louange",
        "Faite par": null,
        "Faite le": null,
        "Événement supprimé": "oui",
      },
    ],
    Absences: [{ Du: "5 décembre 2026", Au: "20 décembre 2026" }],
    Formations: [
      {
        Événement: "Culte",
        Date: "29 novembre 2026 à 10:00",
        Lieu: "Temple",
        Groupe: "Louange",
        Rôles: ["Lead", "Voix"],
      },
    ],
    "Places annoncées": [
      {
        Événement: "Culte",
        Date: "29 novembre 2026 à 10:00",
        Lieu: "Temple",
        Groupe: "Louange",
        Rôles: ["Lead"],
        "Événement supprimé": "oui",
      },
    ],
    Messages: [
      {
        Événement: "Culte",
        Date: "29 novembre 2026 à 10:00",
        Lieu: "Temple",
        Groupe: "Louange",
        Message: "Rappel",
        "Ce qu'il en fut": "Adresse non confirmée",
        Le: "24 novembre 2026 à 17:00",
      },
    ],
    "Fois par mois au plus": 2,
    Notifications: {
      "Par mail": ["Rappels", "Ma place dans la formation"],
      Appareils: [
        {
          Appareil: "Chrome sur Android",
          "Depuis le": "14 novembre 2026 à 20:15",
          "Adresse chez le service de notifications": "https://push.example.org/1",
          "Ce qu'il annonce": ["Changements d'un événement"],
        },
      ],
    },
    "Réponses gardées sur cet appareil": [
      {
        Événement: "Culte",
        Date: "29 novembre 2026 à 10:00",
        Lieu: "Temple",
        Groupe: null,
        Réponse: "Absent",
        Services: ["Voix"],
      },
    ],
    Journal: ["14 novembre 2026 à 20:15\u00a0: Marie Petit a renouvelé le lien d'invitation"],
  });
});

test("the file is named after the day", () => {
  expect(ownDataFileName("2026-11-21")).toBe("diapason-mes-donnees-2026-11-21.json");
});
