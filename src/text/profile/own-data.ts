import type { OwnData } from "../../contract/own-account.ts";
import type { PlainDate, PlainTime } from "../../domain/calendar/calendar.ts";
import type { PersonAnswer } from "../../domain/planning/answers/person-answers.ts";
import type { EventDetails } from "../../domain/planning/planning.ts";
import { actSentence } from "../administration/journal.ts";
import { OUTCOME_WORDS, TOPIC_WORDS } from "../notifications/notifications.ts";
import { fullDate, fullDateTime } from "../phrases/dates.ts";
import { deviceName } from "./profile.ts";

/** Formats a timestamp (ISO 8601) in the user's time zone. */
export interface WallClock {
  readonly dayOf: (moment: string) => PlainDate;
  readonly timeOf: (moment: string) => PlainTime;
}

type SaidAnswer = Pick<OwnData["answers"][number], "answer"> &
  Partial<Pick<OwnData["answers"][number], "comment" | "saidBy">> &
  Omit<PersonAnswer, "answer">;

const ANSWER_WORDS = { present: "Présent", absent: "Absent" } as const;
/** The label of each detail that has its own line. */
const DETAIL_WORDS = { location: "Lieu", endTime: "Fin", details: "Précisions" } as const satisfies Readonly<
  Record<Exclude<keyof EventDetails, "name" | "date" | "time" | "endsNextDay">, string>
>;
function detailLines(event: EventDetails) {
  const fields = Object.keys(DETAIL_WORDS) as (keyof typeof DETAIL_WORDS)[];
  const endTime = event.endsNextDay ? `${event.endTime} (lendemain)` : event.endTime;
  const lines = { ...event, ...(endTime !== undefined && { endTime }) };
  return Object.fromEntries(fields.map((field) => [DETAIL_WORDS[field], lines[field]]));
}

function eventLines({ event, groupName }: { readonly event: EventDetails; readonly groupName: string | null }) {
  return {
    Événement: event.name,
    Date: fullDateTime(event.date, event.time),
    ...detailLines(event),
    Groupe: groupName,
  };
}

function answerLine({ answer, positions, comment, saidBy, ...place }: SaidAnswer) {
  return {
    ...eventLines(place),
    Réponse: answer === null ? "Retirée" : ANSWER_WORDS[answer],
    Services: positions,
    ...(comment != null && { Mot: comment }),
    ...(saidBy != null && { "Donnée par": saidBy }),
  };
}

function rolesLine({ roles, isDeleted, ...place }: OwnData["lineUps"][number]) {
  return {
    ...eventLines(place),
    Rôles: roles,
    ...(isDeleted && { "Événement supprimé": "oui" }),
  };
}

function messageLine({ topic, outcome, isDeleted, ...place }: OwnData["messages"][number]) {
  return {
    ...eventLines(place),
    Message: TOPIC_WORDS[topic].message,
    "Ce qu'il en fut": OUTCOME_WORDS[outcome],
    ...(isDeleted && { "Événement supprimé": "oui" }),
  };
}

/**
 * A user's own data in readable form: the content of a JSON file.
 * @param onDevice the answers in this browser's local planning
 */
export function ownDataFile(data: OwnData, onDevice: readonly PersonAnswer[], { dayOf, timeOf }: WallClock): object {
  const moment = (stored: string) => fullDateTime(dayOf(stored), timeOf(stored));
  const { account, isEmailConfirmed, notifications } = data;
  return {
    Compte: {
      Prénom: account.firstName,
      Nom: account.lastName,
      "Adresse e-mail": account.email,
      ...(isEmailConfirmed !== undefined && { "Adresse confirmée": isEmailConfirmed ? "oui" : "non" }),
      Services: account.positions,
      "Droits d'administration": account.isAdmin ? "oui" : "non",
      "Créé le": moment(account.createdAt),
    },
    "Appareils connectés": data.sessions.map((session) => ({
      Appareil: deviceName(session),
      "Ce que le navigateur dit de lui": session.userAgent,
      "Adresse réseau": session.address,
      "Connecté le": moment(session.signedInAt),
      "Vu le": moment(session.lastSeenAt),
      "Connecté jusqu'au": moment(session.endsAt),
    })),
    "Clés d'accès": data.passkeys.map((passkey) => ({
      Appareil: deviceName(passkey),
      Synchronisée: passkey.isSynced ? "oui" : "non",
      "Ajoutée le": moment(passkey.createdAt),
      "Utilisée le": passkey.lastUsedAt === null ? null : moment(passkey.lastUsedAt),
    })),
    Groupes: data.groups.map(({ name, joinedAt }) => ({ Nom: name, "Rejoint le": moment(joinedAt) })),
    ...(data.entrusted && { "Personnes pour qui vous répondez": data.entrusted }),
    Réponses: data.answers.map((answer) => ({
      ...answerLine(answer),
      "Donnée le": moment(answer.answeredAt),
      ...(answer.isDeleted && { "Événement supprimé": "oui" }),
    })),
    Demandes: data.requests.map(({ askedBy, askedAt, isDeleted, ...place }) => ({
      ...eventLines(place),
      "Faite par": askedBy,
      "Faite le": askedAt === null ? null : moment(askedAt),
      ...(isDeleted && { "Événement supprimé": "oui" }),
    })),
    Absences: data.absences.map(({ from, to }) => ({ Du: fullDate(from), Au: fullDate(to) })),
    Formations: data.lineUps.map(rolesLine),
    "Places annoncées": data.toldPlaces.map(rolesLine),
    Messages: data.messages.map((message) => ({ ...messageLine(message), Le: moment(message.decidedAt) })),
    "Fois par mois au plus": data.playsAtMost ?? "Sans limite",
    Notifications: {
      "Par mail": notifications.byMail.map((topic) => TOPIC_WORDS[topic].name),
      ...(notifications.takesReplies === true && { "Recevoir les réponses": "oui" }),
      Appareils: notifications.devices.map((device) => ({
        Appareil: deviceName(device),
        "Depuis le": moment(device.registeredAt),
        "Adresse chez le service de notifications": device.endpoint,
        "Ce qu'il annonce": device.topics.map((topic) => TOPIC_WORDS[topic].name),
      })),
    },
    "Réponses gardées sur cet appareil": onDevice.map(answerLine),
    Journal: data.journal.map((entry) => `${moment(entry.doneAt)}\u00a0: ${actSentence(entry, dayOf)}`),
  };
}

export const ownDataFileName = (date: PlainDate) => `diapason-mes-donnees-${date}.json`;
