import { OWN_SESSIONS_MAX } from "../../contract/sign-in/sessions.ts";

export const profileText = {
  title: "Modifier le profil",
  save: "Enregistrer",
} as const;

/** Sentences of the specification's error catalogue (§8). */
export const profileOutcome = {
  saved: "Profil mis à jour avec succès",
  saveFailed: "Échec de la mise à jour du profil",
} as const;

/** How many times a month the user wants to play at most. */
export const wishText = {
  title: "Votre rythme",
  explanation: "Au-delà, on ne vous demandera de jouer qu'en dernier. Seuls les admins voient ce choix.",
  label: "Au plus … fois par mois",
  noLimit: "Sans limite",
  saved: "Votre rythme est enregistré",
  loadFailed: "Votre choix n'a pas pu être chargé.",
  failed: "Votre rythme n'a pas pu être enregistré",
} as const;

export const timesAMonth = (most: number) => `${most}\u00a0fois`;

/** Whether replies to the user's request mails reach their own address. */
export const repliesText = {
  title: "Réponses à mes demandes",
  explanation:
    "Les réponses au mail par lequel vous demandez à quelqu'un de venir vous arrivent. Cette personne voit alors votre adresse.",
  label: "Recevoir les réponses",
  saved: "Votre choix est enregistré",
  notLoaded: "Votre choix n'a pas pu être chargé",
  failed: "Votre choix n'a pas pu être enregistré",
} as const;

export const addressChangeText = {
  title: "Changer d'adresse e-mail",
  email: "Nouvelle adresse e-mail",
  hint: "Un message part à la nouvelle adresse. Son lien, valable une heure, fait le changement\u00a0: jusque-là, rien ne change.",
  send: "Envoyer le message de confirmation",
  failed: "Le message n'a pas pu être préparé",
} as const;

export const addressMessageSent = (address: string) => `Le message part à ${address}. Son lien est valable une heure.`;

export const sessionText = {
  title: "Appareils connectés",
  limit: `${OWN_SESSIONS_MAX} appareils au plus\u00a0: au-delà, celui qui est resté inactif le plus longtemps est déconnecté.`,
  thisDevice: "Cet appareil",
  unknownDevice: "Appareil inconnu",
  end: "Déconnecter",
  endOthers: "Déconnecter les autres appareils",
  ended: "L'appareil est déconnecté.",
  othersEnded: "Les autres appareils sont déconnectés.",
  endFailed: "L'appareil n'a pas pu être déconnecté",
  loadFailed: "La liste de vos appareils n'a pas pu être chargée.",
} as const;

interface Device {
  readonly browser: string | null;
  readonly system: string | null;
}

/** « Firefox sur Windows » */
export function deviceName({ browser, system }: Device): string {
  if (browser !== null && system !== null) return `${browser} sur ${system}`;
  return browser ?? system ?? sessionText.unknownDevice;
}

const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;

const plural = (count: number, word: string) => `${count} ${word}${count > 1 ? "s" : ""}`;

/**
 * « Vu à l'instant », « Vu il y a 3 heures », « Vu le 12 novembre 2026 »
 * @param minutes since then
 * @param date when that was, shown after more than a day
 */
export function lastSeen(minutes: number, date: string): string {
  if (minutes < 2) return "Vu à l'instant";
  if (minutes < HOUR_MINUTES) return `Vu il y a ${plural(Math.floor(minutes), "minute")}`;
  if (minutes < DAY_MINUTES) return `Vu il y a ${plural(Math.floor(minutes / HOUR_MINUTES), "heure")}`;
  return `Vu le ${date}`;
}

export const passkeySignInText = {
  signIn: "Se connecter sans mot de passe",
  notUsed:
    "Aucune clé d'accès n'a été utilisée. Pour en ajouter une, connectez-vous avec votre mot de passe et ouvrez votre profil.",
} as const;

export const passkeyText = {
  title: "Clés d'accès",
  hint: "Se connecter sans mot de passe, avec l'empreinte, le visage ou le code de l'appareil.",
  add: "Ajouter une clé d'accès",
  passwordHint: "Pour être sûr que c'est bien vous. L'appareil vous demandera ensuite de le déverrouiller.",
  added: "La clé d'accès est ajoutée.",
  addFailed: "La clé d'accès n'a pas pu être ajoutée",
  notMade: "L'appareil n'a pas créé de clé.",
  alreadyHere: "Cet appareil a déjà une clé d'accès pour ce compte.",
  synced: "Synchronisée entre vos appareils",
  neverUsed: "Jamais utilisée",
  removed: "La clé d'accès est retirée.",
  removeFailed: "La clé d'accès n'a pas pu être retirée",
  loadFailed: "La liste de vos clés d'accès n'a pas pu être chargée.",
} as const;

export const removePasskey = (passkey: Parameters<typeof deviceName>[0]) =>
  `Retirer la clé d'accès ${deviceName(passkey)}`;
export const passkeySince = (date: string) => `Ajoutée le ${date}`;
export const passkeyUsed = (date: string) => `Utilisée le ${date}`;
