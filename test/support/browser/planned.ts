import type { Page } from "@playwright/test";
import type { ProgrammeItem } from "#domain/programme/programme.ts";

/** An event as the browser stores it (specification §3). */
export type StoredEvent = {
  id: string;
  groupId: string;
  name: string;
  date: string;
  time: string;
  location: string;
  availability: { userId: string; userName: string; position: string; status: "present" | "absent" }[];
  lineUp?: readonly { role: string; userId: string }[];
  programme?: readonly ProgrammeItem[];
  programmeVersion?: number;
};

const CRITICAL_SERVICES = ["Lead", "Batterie", "Bass", "Piano", "Guitare acoustique", "Sono", "Pasteur"];

/** An event without answers; of group 1, at the Temple, unless `more` differs. */
export function planned(date: string, time: string, name: string, more: Partial<StoredEvent> = {}): StoredEvent {
  const id = `${date}-${time}-${more.groupId ?? "1"}`;
  return { id, groupId: "1", name, date, time, location: "Temple de la Rotonde", availability: [], ...more };
}

/** Presences of `count` people. The first one fills every critical role, so none is missing. */
export function everybody(count = 1): StoredEvent["availability"] {
  const people = Array.from({ length: count }, (_, index) => ({ userId: `p${index}`, userName: `Personne ${index}` }));
  const [first, ...others] = people.map((person) => ({ ...person, status: "present" as const }));
  if (first === undefined) return [];
  return [
    ...CRITICAL_SERVICES.map((position) => ({ ...first, position })),
    ...others.map((person) => ({ ...person, position: "Voix" })),
  ];
}

/** Stores these events before the first page loads, as if by an earlier visit. */
export async function plan(page: Page, events: readonly StoredEvent[]): Promise<void> {
  await page.addInitScript((stored) => {
    if (localStorage.getItem("events") === null) localStorage.setItem("events", stored);
  }, JSON.stringify(events));
}
