import type { APIRequestContext } from "@playwright/test";
import { YANNICK } from "#test/support/browser/band-members.ts";
import { planned } from "#test/support/browser/planned.ts";
import { returnAsAdmin, returnAsMember, seeUpToDate, sharePlanning } from "#test/support/engines/arrivals.ts";
import { expect, PHONE, test } from "#test/support/engines/engines.ts";
import { button, dialog, group, heading, item, link, message, region, text } from "#test/support/engines/sights.ts";

const CULTE = planned("2099-11-15", "10:00", "Culte");
const VEILLEE = planned("2099-11-29", "18:00", "Veillée");
const MONTH = [CULTE, planned("2099-11-22", "10:00", "Culte"), VEILLEE];

/** Adds people to the first group, as the admin. Returns their ids. */
async function addPeople(elsewhere: APIRequestContext, people: readonly object[]): Promise<string[]> {
  const added = await elsewhere.post("/api/people", { data: { groupId: "1", people } });
  expect(added.ok(), await added.text()).toBe(true);
  return ((await added.json()) as { id: string }[]).map(({ id }) => id);
}

/** Each person's stored answer to an event. */
async function answersTo(elsewhere: APIRequestContext, eventId: string): Promise<Record<string, string>> {
  const { availability } = await (await elsewhere.get(`/api/events/${eventId}`)).json();
  return Object.fromEntries(
    (availability as { userName: string; status: string }[]).map(({ userName, status }) => [userName, status]),
  );
}

test.beforeEach(({ visitor }) => visitor.resize(PHONE.width, PHONE.height));

test("a family of four on one phone answers a month in four presses", async ({ visitor, elsewhere }) => {
  await sharePlanning(elsewhere, MONTH);
  await returnAsMember(visitor, YANNICK);
  const ownId = await visitor.call(
    async () => (await (await fetch("/api/auth/get-session")).json()).user.id as string,
    null,
  );
  const children = ["Léa", "Tom", "Zoé"].map((firstName) => ({ firstName, lastName: "Petit", positions: ["Voix"] }));
  for (const id of await addPeople(elsewhere, children))
    expect((await elsewhere.put(`/api/users/${id}/guardians/${ownId}`)).status()).toBe(204);

  await visitor.open("/?mois=2099-11");
  await seeUpToDate(visitor);
  await visitor.press(button("Répondre pour le mois"));
  const month = dialog("Réponses de novembre 2099");
  await visitor.see(text("12 sans réponse", month));
  await visitor.press(button("Présent partout", month));
  await visitor.see(text("0 sans réponse", month));
  const absent = button("Absent", group("Pour Tom Petit, Veillée, dimanche 29 novembre 2099", month));
  // Scrolls it into view.
  await visitor.focus(absent);
  await visitor.press(absent);
  await visitor.see(absent, { isPressed: true });
  await visitor.press(button("Enregistrer les réponses", month));
  await visitor.see(message("12 réponses enregistrées."));
  await seeUpToDate(visitor);
  const present = {
    "Yannick Morel": "present",
    "Léa Petit": "present",
    "Tom Petit": "present",
    "Zoé Petit": "present",
  };
  expect(await answersTo(elsewhere, CULTE.id)).toEqual(present);
  expect(await answersTo(elsewhere, VEILLEE.id)).toEqual({ ...present, "Tom Petit": "absent" });
});

test("Friday's concert until 01:30 is planned, and shown with its end", async ({ visitor, elsewhere }) => {
  await returnAsAdmin(visitor, elsewhere, []);
  await visitor.open("/create-event?date=2099-11-27");
  await visitor.fill("Nom de l'événement", "Concert");
  await visitor.fill("Heure", "21:00");
  await visitor.fill("Lieu", "Salle des fêtes");
  await visitor.press(button("Fin, précisions, répétition, rôles"));
  await visitor.fill("Fin (facultatif)", "25:30");
  await visitor.press(button("Fin, précisions, répétition, rôles"));
  await visitor.see(text("Jusqu'à 01:30 (lendemain)"));
  await visitor.press(button("Créer l'événement"));
  await visitor.see(message("« Concert » créé."));
  await visitor.press(link("Concert", region("Prochains événements")));
  await visitor.see(heading("Concert"));
  await visitor.see(text("vendredi 27 novembre 2099 de 21:00 à 01:30"));
  await visitor.press(link("Modifier l'événement"));
  await visitor.see({ role: "field", name: "Fin (facultatif)" }, { value: "25:30" });
});

test("two rows of one person are asked about where they play, and merged from a row", async ({
  visitor,
  elsewhere,
}) => {
  await sharePlanning(elsewhere, [CULTE]);
  const ids = await addPeople(elsewhere, [
    { firstName: "Anna", lastName: "Petit", positions: ["Batterie", "Guitare acoustique"] },
    { firstName: "PETIT", lastName: "anna", positions: ["Bass", "Guitare électrique"] },
  ]);
  for (const id of ids) {
    const path = `/api/events/${CULTE.id}/availability/${id}`;
    expect((await elsewhere.put(path, { data: { status: "present" } })).ok()).toBe(true);
  }
  await returnAsAdmin(visitor, elsewhere);
  await visitor.open(`/events/${CULTE.id}`);
  await visitor.see(text("Deux personnes portent le nom", region("Peut-on jouer ?")));

  await visitor.open("/users");
  const namesakes = region("Peut-être la même personne");
  await visitor.see(button("Deux personnes différentes", namesakes));
  await visitor.press(button("Réunir avec", item("Batterie")));
  const merging = dialog("Réunir Anna Petit avec une autre personne");
  await visitor.see(merging);
  await visitor.fill("Réunir avec", ids[1] ?? "");
  const guitar = { role: "field", name: "Guitare électrique", within: merging } as const;
  await visitor.focus(guitar);
  await visitor.see(button("Réunir", merging), { isEnabled: false });
  await visitor.press(guitar);
  await visitor.press(button("Réunir", merging));
  await visitor.miss(merging);
  await visitor.see(message("Anna Petit n'est plus qu'une fois dans l'équipe."));
  await visitor.miss(namesakes);
  await visitor.see(text("Bass", item("Batterie")));
  await visitor.miss(text("Guitare acoustique", item("Batterie")));
  expect(await answersTo(elsewhere, CULTE.id)).toEqual({ "Anna Petit": "present" });
});
