import type { APIRequestContext } from "@playwright/test";
import { CAMILLE } from "#test/support/browser/band-members.ts";
import { adminOf, seeUpToDate } from "#test/support/engines/arrivals.ts";
import { test } from "#test/support/engines/engines.ts";
import { button, dialog, heading, item, link, message, region, text } from "#test/support/engines/sights.ts";
import type { Visitor } from "#test/support/engines/visitor.ts";

const GROUP = "Louange du dimanche";
const UPCOMING = region("Prochains événements");
const CULTE = item("Culte", UPCOMING);
const OWN = region("Ma disponibilité");

async function signInAsAdmin(visitor: Visitor, elsewhere: APIRequestContext): Promise<void> {
  const { email, password } = await adminOf(elsewhere);
  await visitor.open("/login");
  await visitor.fill("Adresse e-mail", email);
  await visitor.fill("Mot de passe", password);
  await visitor.press(button("Se connecter"));
  await visitor.press(button(GROUP));
}

async function signOut(visitor: Visitor, firstName: string): Promise<void> {
  await visitor.press(button(`Menu utilisateur, ${firstName}`));
  await visitor.press(button("Se déconnecter"));
  await visitor.see(button("Se connecter"));
}

async function createCulte(visitor: Visitor): Promise<void> {
  await visitor.press(link("Créer un événement", region("Premiers pas")));
  await visitor.fill("Nom de l'événement", "Culte");
  await visitor.fill("Date", "2099-11-15");
  await visitor.fill("Heure", "10:00");
  await visitor.fill("Lieu", "Temple de la Rotonde");
  await visitor.press(button("Créer l'événement"));
  await visitor.see(text("dimanche 15 novembre 2099 à 10:00", CULTE));
  await visitor.see(text("Manque : Lead, Batterie, Bass, Piano, Guitare, Sono, Pasteur", CULTE));
}

async function share(visitor: Visitor): Promise<void> {
  await visitor.press(link("Partager avec l'équipe", region("Premiers pas")));
  await visitor.press(button("Partager avec l'équipe", region("Partage")));
  await visitor.press(button("Partager", dialog("Partager ce planning avec l'équipe ?")));
  await seeUpToDate(visitor);
}

async function registerAndAnswer(visitor: Visitor): Promise<void> {
  await visitor.press(link("Créer un compte"));
  await visitor.fill("Prénom", CAMILLE.firstName);
  await visitor.fill("Nom", CAMILLE.lastName);
  await visitor.fill("Adresse e-mail", CAMILLE.email);
  await visitor.fill("Mot de passe", CAMILLE.password);
  await visitor.fill("Confirmer le mot de passe", CAMILLE.password);
  for (const name of CAMILLE.services) await visitor.press({ role: "field", name });
  await visitor.press(button("Créer mon compte"));
  await visitor.press(button(GROUP));
  await visitor.press(link("Culte", UPCOMING));
  await visitor.see(heading("Culte"));
  await visitor.press(button("Présent", OWN));
  await visitor.see(button("Présent", OWN), { isPressed: true });
  await visitor.see(item("Camille Perrin", region("Équipe")));
  await visitor.see(text("Couvert", item("Camille Perrin", region("Rôles critiques"))));
}

async function readAndAnswer(visitor: Visitor): Promise<void> {
  await visitor.see(item("Présents : Camille Perrin", UPCOMING));
  await visitor.press(button("Présent", CULTE));
  await visitor.see(message("Présence notée pour le 15 novembre."));
  await visitor.see(item("Manque : Batterie, Bass, Piano, Guitare, Pasteur", UPCOMING));
  await visitor.press(button("Annuler"));
  await visitor.see(item("Manque : Batterie, Bass, Piano, Guitare, Sono, Pasteur", UPCOMING));
}

for (const { planning, isShared } of [
  { planning: "a planning of one browser", isShared: false },
  { planning: "a shared planning", isShared: true },
]) {
  test(`in ${planning}, an admin plans, a musician answers, and the admin reads it`, async ({ visitor, elsewhere }) => {
    await signInAsAdmin(visitor, elsewhere);
    await createCulte(visitor);
    if (isShared) await share(visitor);
    await signOut(visitor, "Admin");
    await registerAndAnswer(visitor);
    if (isShared) await seeUpToDate(visitor);
    await signOut(visitor, "Camille");
    await signInAsAdmin(visitor, elsewhere);
    await readAndAnswer(visitor);
  });
}
