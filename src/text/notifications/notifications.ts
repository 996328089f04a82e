import type { Topic } from "../../domain/notifications/topics.ts";

/** Words of the screen with what one wants to hear about. */
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

const TOPIC_LINES: Readonly<Record<Topic, string>> = {
  reminders: "Quand une réponse de vous manque encore.",
  changes: "Une date, une heure, un lieu, une annulation.",
  requests: "Quand l'équipe a besoin de vous.",
  place: "Ce que vous jouez, et ce qui change.",
  drop_outs: "Quand quelqu'un ne peut plus venir.",
};

/** What a topic is about, in one line. */
export function topicLine(topic: Topic): string {
  return TOPIC_LINES[topic];
}

interface NamedDevice {
  readonly browser: string | null;
  readonly system: string | null;
}

/** « Firefox, Linux » */
export function notifiedDeviceName({ browser, system }: NamedDevice): string {
  const names = [browser, system].filter((name) => name !== null);
  return names.length === 0 ? notificationsText.unknownDevice : names.join(", ");
}

/** « depuis le 3 novembre 2026 » */
export function registeredSince(date: string): string {
  return `depuis le ${date}`;
}
