import type { OwnData } from "../contract/own-account.ts";
import type { PlainDate, PlainTime } from "../domain/calendar.ts";
import type { PersonAnswer } from "../domain/person-answers.ts";
import { fullDateTime } from "./dates.ts";
import { actSentence } from "./journal.ts";
import { deviceName } from "./sessions.ts";

/** What the reader's clock shows at a moment (ISO 8601). */
export interface WallClock {
  readonly dayOf: (moment: string) => PlainDate;
  readonly timeOf: (moment: string) => PlainTime;
}

type SaidAnswer = Pick<OwnData["answers"][number], "answer"> & Omit<PersonAnswer, "answer">;

const ANSWER_WORDS = { present: "Présent", absent: "Absent" } as const;
const TAKEN_BACK = "Retirée";

function answerLine({ event, groupName, answer, positions }: SaidAnswer) {
  return {
    Événement: event.name,
    Date: fullDateTime(event.date, event.time),
    Lieu: event.location,
    Groupe: groupName,
    Réponse: answer === null ? TAKEN_BACK : ANSWER_WORDS[answer],
    Services: positions,
  };
}

/**
 * One's own data as a person reads them: the content of a JSON file.
 * @param onDevice what was said of the events that this browser keeps by itself
 */
export function ownDataFile(data: OwnData, onDevice: readonly PersonAnswer[], { dayOf, timeOf }: WallClock): object {
  const moment = (stored: string) => fullDateTime(dayOf(stored), timeOf(stored));
  const { account, sessions, groups, answers, journal } = data;
  return {
    Compte: {
      Prénom: account.firstName,
      Nom: account.lastName,
      "Adresse e-mail": account.email,
      Services: account.positions,
      "Droits d'administration": account.isAdmin ? "oui" : "non",
      "Créé le": moment(account.createdAt),
    },
    "Appareils connectés": sessions.map((session) => ({
      Appareil: deviceName(session),
      "Adresse réseau": session.address,
      "Connecté le": moment(session.signedInAt),
      "Vu le": moment(session.lastSeenAt),
      "Connecté jusqu'au": moment(session.endsAt),
    })),
    Groupes: groups.map(({ name, joinedAt }) => ({ Nom: name, "Rejoint le": moment(joinedAt) })),
    Réponses: answers.map((said) => ({
      ...answerLine(said),
      "Donnée le": moment(said.answeredAt),
      ...(said.isDeleted && { "Événement supprimé": "oui" }),
    })),
    "Réponses gardées sur cet appareil": onDevice.map(answerLine),
    Journal: journal.map((entry) => `${moment(entry.doneAt)}\u00a0: ${actSentence(entry, dayOf)}`),
  };
}

/** What one's own data are saved under. */
export function ownDataFileName(date: PlainDate): string {
  return `diapason-mes-donnees-${date}.json`;
}
