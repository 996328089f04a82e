/** An invented worship team and its month, for screenshots. */
import type { Person } from "#test/support/browser/people.ts";
import { planned, type StoredEvent } from "#test/support/browser/planned.ts";

/** A person with their id on the server. */
export type Member = { id: string; person: Person };

/** The user in the README's screenshot. */
export const CAMILLE = inventPerson("Camille", "Perrin", ["Lead", "Voix"]);

export const OTHERS: readonly Person[] = [
  inventPerson("Hugo", "Lambert", ["Batterie", "Percussions"]),
  inventPerson("Inès", "Moreau", ["Bass"]),
  inventPerson("Noé", "Girard", ["Piano", "Clavier"]),
  inventPerson("Léa", "Fontaine", ["Guitare acoustique", "Voix"]),
  inventPerson("Yanis", "Benali", ["Sono"]),
  inventPerson("Paul", "Mercier", ["Pasteur"]),
  inventPerson("Zoé", "Chevalier", ["Violon"]),
];

const TEMPLE = "Temple, 4 rue des Tilleuls";

/** Days from the next Sunday, time, name, place; then the first names of the absent members. */
const MONTH: readonly [number, string, string, string, ...string[]][] = [
  [-14, "10:00", "Culte du dimanche", TEMPLE],
  [-7, "10:00", "Culte du dimanche", TEMPLE, "Zoé"],
  [0, "10:00", "Culte du dimanche", TEMPLE],
  [3, "19:30", "Répétition", "Salle paroissiale", "Paul", "Yanis"],
  [5, "20:00", "Veillée de prière", "Chapelle", "Hugo", "Inès", "Camille"],
  [7, "10:00", "Culte du dimanche", TEMPLE, "Noé"],
  [7, "17:30", "Concert de l'Avent", "Salle des fêtes", "Yanis"],
];

function inventPerson(firstName: string, lastName: string, services: readonly string[]): Person {
  const ascii = firstName.normalize("NFD").replaceAll(/\W/g, "").toLowerCase();
  return { firstName, lastName, email: `${ascii}@example.org`, password: "motdepasse", services };
}

/** Registers these people on the server at this address. */
export async function registerTeam(url: string, people: readonly Person[]): Promise<Member[]> {
  const members: Member[] = [];
  for (const person of people) {
    const { services: positions, ...rest } = person;
    const answer = await fetch(`${url}/api/auth/sign-up/email`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: url },
      body: JSON.stringify({ ...rest, positions, name: `${person.firstName} ${person.lastName}` }),
    });
    if (!answer.ok) throw new Error(`${person.firstName} could not register: ${await answer.text()}`);
    const { user } = (await answer.json()) as { user: { id: string } };
    members.push({ id: user.id, person });
  }
  return members;
}

/** The month around the next Sunday, with everybody's answers. */
export function inventMonth(members: readonly Member[]): StoredEvent[] {
  return MONTH.map(([days, time, name, location, ...absent]) => {
    const availability = members.flatMap((member) => entriesOf(member, !absent.includes(member.person.firstName)));
    return planned(dateFromSunday(days), time, name, { location, availability });
  });
}

function entriesOf({ id: userId, person }: Member, isPresent: boolean): StoredEvent["availability"] {
  const userName = `${person.firstName} ${person.lastName}`;
  const positions = isPresent ? person.services : person.services.slice(0, 1);
  return positions.map((position) => ({ userId, userName, position, status: isPresent ? "present" : "absent" }));
}

/** YYYY-MM-DD by this machine's clock. On a Sunday, "the next Sunday" is the same day. */
function dateFromSunday(days: number): string {
  const now = new Date();
  const daysToSunday = (7 - now.getDay()) % 7;
  const date = new Date(now.getFullYear(), now.getMonth(), now.getDate() + daysToSunday + days);
  return date.toLocaleDateString("sv-SE"); // the Swedish format is YYYY-MM-DD
}
