import { OWN_SESSIONS_MAX } from "../../contract/sign-in/own-sessions.ts";

/** Words of the list of signed-in devices. */
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

const HOUR = 60;
const DAY = 24 * HOUR;

function plural(count: number, word: string): string {
  return `${count} ${word}${count > 1 ? "s" : ""}`;
}

/**
 * « Vu à l'instant », « Vu il y a 3 heures », « Vu le 12 novembre 2026 »
 * @param minutes since then
 * @param date when that was, shown after more than a day
 */
export function lastSeen(minutes: number, date: string): string {
  if (minutes < 2) return "Vu à l'instant";
  if (minutes < HOUR) return `Vu il y a ${plural(Math.floor(minutes), "minute")}`;
  if (minutes < DAY) return `Vu il y a ${plural(Math.floor(minutes / HOUR), "heure")}`;
  return `Vu le ${date}`;
}
