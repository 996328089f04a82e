import type { APIRequestContext } from "@playwright/test";
import { BRASS_BAND, BRASS_PLACES, ELISE, HELENE } from "#test/support/browser/band-members.ts";
import { planned } from "#test/support/browser/planned.ts";
import { returnAsAdmin, returnAsMember, seeUpToDate, sharePlanning } from "#test/support/engines/arrivals.ts";
import { expect, test } from "#test/support/engines/engines.ts";
import { button, group, heading, item, link, message, region, text } from "#test/support/engines/sights.ts";
import type { Visitor } from "#test/support/engines/visitor.ts";

const CONCERT = planned("2099-11-15", "20:30", "Concert d'automne");
const CULTE = planned("2099-11-15", "10:00", "Culte");
const YOUTH = planned("2099-11-18", "20:00", "Veillée", { groupId: "2" });
const UPCOMING = region("Prochains événements");
/** Answers only after the line-up is kept. */
const LATE = "Emma";

async function call(elsewhere: APIRequestContext, method: string, path: string, data: object): Promise<unknown> {
  const answer = await elsewhere.fetch(path, { method, data });
  expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true);
  return answer.json();
}

/** The other services, the people, and who of them comes. */
async function gatherBand(elsewhere: APIRequestContext): Promise<void> {
  const others = Object.keys(BRASS_PLACES).filter((name) => name !== "Percussions" && name !== "Trompette");
  for (const name of others) await call(elsewhere, "POST", "/api/services", { name });
  const people = BRASS_BAND.map(({ services: positions, ...name }) => ({ ...name, positions }));
  await call(elsewhere, "POST", "/api/people", { groupId: "1", people });
  const users: { id: string; firstName: string }[] = await (await elsewhere.get("/api/users")).json();
  for (const { firstName } of BRASS_BAND.filter((person) => person.firstName !== LATE)) {
    const userId = users.find((user) => user.firstName === firstName)?.id;
    const path = `/api/events/${CONCERT.id}/availability/${userId}`;
    await call(elsewhere, "PUT", path, { status: "present" });
  }
}

async function answerFor(visitor: Visitor, name: string, answer: string): Promise<void> {
  await visitor.press(button(`Répondre pour ${name}`));
  await visitor.press(button(answer, group(`Répondre pour ${name}`)));
}

test("a brass band of fourteen: from its first service of its own to a line-up that is kept and repaired", async ({
  visitor,
  elsewhere,
}) => {
  await sharePlanning(elsewhere, [CONCERT]);
  await returnAsAdmin(visitor, elsewhere);
  await visitor.open("/services");
  await visitor.fill("Nouveau service", "Trompette");
  await visitor.press(button("Ajouter le service"));
  await visitor.see(button("Renommer Trompette"));
  await gatherBand(elsewhere);
  const places = Object.entries(BRASS_PLACES).flatMap(([role, count]) => Array<string>(count).fill(role));
  const roles = places.filter((role, index) => role !== "Trompette" || places.indexOf(role) === index);
  await call(elsewhere, "PUT", "/api/groups/1/required-roles", { roles });

  await visitor.open("/group");
  const required = region("Rôles nécessaires");
  await visitor.see(text("9 places", required));
  await visitor.fill("Nombre pour Trompette", "3");
  await visitor.see(text("11 places", required));
  await seeUpToDate(visitor);

  await visitor.open(`/events/${CONCERT.id}`);
  await visitor.see({ role: "field", name: "Trompette 3" });
  await visitor.press(button("Retenir cette formation"));
  const kept = region("Formation retenue");
  await visitor.see(item("Denis Faure", kept));
  await answerFor(visitor, "Clara Vidal", "Absent");
  await visitor.see(text("Il manque toujours quelqu'un", region("Réparation proposée")));
  await answerFor(visitor, "Emma Lopez", "Présent");
  await visitor.see(text("Rien d'autre ne change.", region("Réparation proposée")));
  await visitor.press(button("Appliquer la réparation"));
  await visitor.see(message("Formation réparée."));
  await visitor.see(item("Emma Lopez", kept));
});

test("a church with two leaders, who never see each other's groups", async ({ visitor, otherVisitor, elsewhere }) => {
  await sharePlanning(elsewhere, [CULTE, YOUTH]);
  for (const [each, person, own, other] of [
    [visitor, ELISE, CULTE, YOUTH],
    [otherVisitor, HELENE, YOUTH, CULTE],
  ] as const) {
    await returnAsMember(each, person);
    const id = await each.call(async (groupId) => {
      localStorage.setItem("selectedGroup", groupId);
      await fetch("/api/groups/1/members/me", { method: "DELETE" });
      await fetch(`/api/groups/${groupId}/members/me`, { method: "PUT" });
      return (await (await fetch("/api/auth/get-session")).json()).user.id as string;
    }, own.groupId);
    expect((await elsewhere.put(`/api/groups/${own.groupId}/leaders/${id}`)).status()).toBe(204);
    await each.open("/?mois=2099-11");
    await seeUpToDate(each);
    await each.see(item(own.name, UPCOMING));
    await each.see(button("Ajouter un événement le 22 novembre 2099"));
    await each.miss(text(other.name));
    await each.open(`/events/${own.id}`);
    await each.see(link("Modifier l'événement"));
    await each.open(`/events/${other.id}`);
    await each.see(heading(other.name));
    await each.miss(link("Modifier l'événement"));
    await each.open(`/events/${other.id}/edit`);
    await each.see(region("Calendrier"));
    const refused = async (path: string) => (await fetch(path, { method: "DELETE" })).status;
    expect(await each.call(refused, `/api/events/${other.id}`)).toBe(403);
  }
});
