export const calendarDownloadText = {
  add: "Ajouter à mon agenda",
  failed: "L'événement n'a pas pu être préparé pour votre agenda.",
} as const;

/** What file systems do not accept in a name. */
const NOT_IN_NAMES = /[\\/:*?"<>|\p{C}]+/gu;
const NAME_MAX = 80;

/** « Culte 2026-11-15.ics » */
export function calendarFileName({ name, date }: { readonly name: string; readonly date: string }): string {
  return `${name.replaceAll(NOT_IN_NAMES, " ").trim().slice(0, NAME_MAX)} ${date}.ics`;
}
