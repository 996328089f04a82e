import type { MessageOutcome } from "../../domain/notifications/message-outcomes.ts";
import type { Topic } from "../../domain/notifications/topics.ts";

/** Words of the page `/notifications`, where users choose what they are notified of, and how. */
export const notificationsText = {
  title: "Notifications",
  quietHours: "Rien ne part entre 21:00 et 8:00.",
  offer: "Une réponse d'un toucher, depuis l'écran verrouillé, sans ouvrir la page.",
  activate: "Activer les notifications sur cet appareil",
  activated: "Les notifications sont actives sur cet appareil.",
  activateFailed: "Les notifications n'ont pas pu être activées",
  noService: "Le navigateur n'a pas pu s'inscrire auprès de son service de notifications. Réessayez plus tard.",
  notAllowed: "Le navigateur attend encore votre accord. Réessayez, puis choisissez «\u00a0Autoriser\u00a0».",
  blocked:
    "Ce navigateur bloque les notifications de Diapason. Autorisez-les dans les réglages du site (à gauche de l'adresse), puis revenez ici.",
  unsupported: "Ce navigateur ne peut pas recevoir de notifications. Les mails, eux, arrivent partout.",
  toInstall:
    "Sur iPhone et iPad, ajoutez d'abord Diapason à l'écran d'accueil\u00a0: «\u00a0Partager\u00a0», puis «\u00a0Sur l'écran d'accueil\u00a0». Ouvrez-le de là et revenez ici.",
  byMail: "Par mail",
  byPush: "Sur cet appareil",
  saved: "Enregistré",
  saveFailed: "Votre choix n'a pas pu être enregistré, et n'a pas changé",
  devices: "Mes appareils",
  remove: "Retirer",
  removed: "L'appareil est retiré.",
  removeFailed: "L'appareil n'a pas pu être retiré",
  thisDevice: "cet appareil,",
  unknownDevice: "Appareil inconnu",
  loadFailed: "Vos choix n'ont pas pu être chargés.",
} as const;

interface TopicWords {
  readonly name: string;
  /** Explains the topic. */
  readonly line: string;
  /** One message of this topic. */
  readonly message: string;
}

export const TOPIC_WORDS: Readonly<Record<Topic, TopicWords>> = {
  reminders: { name: "Rappels", line: "Quand une réponse de vous manque encore.", message: "Rappel" },
  changes: {
    name: "Changements d'un événement",
    line: "Une date, une heure, un lieu, une annulation.",
    message: "Changement",
  },
  requests: { name: "Demandes", line: "Quand l'équipe a besoin de vous.", message: "Demande" },
  place: {
    name: "Ma place dans la formation",
    line: "Ce que vous jouez, et ce qui change.",
    message: "Place dans la formation",
  },
  drop_outs: { name: "Désistements", line: "Quand quelqu'un ne peut plus venir.", message: "Désistement" },
};

interface NamedDevice {
  readonly browser: string | null;
  readonly system: string | null;
}

/** « Firefox, Linux » */
export function notifiedDeviceName({ browser, system }: NamedDevice): string {
  const names = [browser, system].filter((name) => name !== null);
  return names.length === 0 ? notificationsText.unknownDevice : names.join(", ");
}

export const registeredSince = (date: string) => `depuis le ${date}`;

export const OUTCOME_WORDS: Readonly<Record<MessageOutcome, string>> = {
  sent: "Envoyé",
  waiting: "En attente",
  not_confirmed: "Adresse non confirmée",
  no_address: "Sans adresse",
  unwanted: "Ne veut pas de ce message",
  refused: "Adresse refusée par son serveur",
  answered: "Avait déjà répondu",
  in_absence: "En absence",
  too_late: "Trop tard",
};

interface UnsubscribeSentences {
  /** What pressing the page's button would end. */
  readonly wouldEnd: string;
  readonly ended: string;
}

export const UNSUBSCRIBE_SENTENCES: Readonly<Record<Topic, UnsubscribeSentences>> = {
  reminders: {
    wouldEnd: "Vous ne recevrez plus de rappel par mail quand une réponse de vous manque encore.",
    ended: "Vous ne recevez plus de rappel par mail.",
  },
  changes: {
    wouldEnd: "Vous ne recevrez plus de mail quand la date, l'heure ou le lieu d'un événement change.",
    ended: "Vous ne recevez plus de mail quand un événement change.",
  },
  requests: {
    wouldEnd: "Vous ne recevrez plus de mail quand l'équipe a besoin de vous.",
    ended: "Vous ne recevez plus de demande par mail.",
  },
  place: {
    wouldEnd: "Vous ne recevrez plus de mail sur ce que vous jouez, ni sur ce qui y change.",
    ended: "Vous ne recevez plus de mail sur votre place dans la formation.",
  },
  drop_outs: {
    wouldEnd: "Vous ne recevrez plus de mail quand quelqu'un ne peut plus venir.",
    ended: "Vous ne recevez plus de mail quand quelqu'un ne peut plus venir.",
  },
};

/** The page behind the link that ends one kind of mail. */
export const UNSUBSCRIBE_TEXTS = {
  product: "Diapason",
  heading: "Ne plus recevoir ces mails\u00a0?",
  rest: "Les autres mails ne changent pas, et vous pouvez y revenir à tout moment dans «\u00a0Notifications\u00a0».",
  button: "Ne plus recevoir ces mails",
  doneHeading: "C'est noté.",
  voidHeading: "Ce lien n'est plus valable.",
  settings: "Choisir mes notifications",
} as const;

/** The text of a notification after an answer was given in it. */
export const serviceWorkerText = {
  noted: { present: "C'est noté\u00a0: présent.", absent: "C'est noté\u00a0: absent." },
  failed: "Votre réponse n'a pas pu être enregistrée. Touchez pour réessayer.",
  void: "Cette réponse n'est plus attendue. Touchez pour voir l'événement.",
  moved: "L'événement a été déplacé. Touchez pour répondre pour la nouvelle date.",
  /** For a message that could not be read. */
  unread: { title: "Diapason", body: "Du nouveau dans votre planning." },
} as const;
