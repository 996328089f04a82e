import type { APIRequestContext } from "@playwright/test";
import { CAMILLE } from "#test/support/browser/band-members.ts";
import { adminOf, seeUpToDate } from "#test/support/engines/arrivals.ts";
import { test } from "#test/support/engines/engines.ts";
import type { Screen } from "#test/support/engines/screen.ts";
import { button, dialog, heading, item, link, message, region, text } from "#test/support/engines/sights.ts";

const GROUP = "Louange du dimanche";
const UPCOMING = region("Prochains événements");
const CULTE = item("Culte", UPCOMING);
const OWN = region("Ma disponibilité");

async function signInAsAdmin(screen: Screen, elsewhere: APIRequestContext): Promise<void> {
  const { email, password } = await adminOf(elsewhere);
  await screen.open("/login");
  await screen.fill("Adresse e-mail", email);
  await screen.fill("Mot de passe", password);
  await screen.press(button("Se connecter"));
  await screen.press(button(GROUP));
}

async function signOut(screen: Screen, firstName: string): Promise<void> {
  await screen.press(button(`Menu utilisateur, ${firstName}`));
  await screen.press(button("Se déconnecter"));
  await screen.see(button("Se connecter"));
}

async function createCulte(screen: Screen): Promise<void> {
  await screen.press(link("Créer un événement", region("Premiers pas")));
  await screen.fill("Nom de l'événement", "Culte");
  await screen.fill("Date", "2099-11-15");
  await screen.fill("Heure", "10:00");
  await screen.fill("Lieu", "Temple de la Rotonde");
  await screen.press(button("Créer l'événement"));
  await screen.see(text("dimanche 15 novembre 2099 à 10:00", CULTE));
  await screen.see(text("Manque : Lead, Batterie, Bass, Piano, Guitare, Sono, Pasteur", CULTE));
}

async function share(screen: Screen): Promise<void> {
  await screen.press(link("Partager avec l'équipe", region("Premiers pas")));
  await screen.press(button("Partager avec l'équipe", region("Partage")));
  await screen.press(button("Partager", dialog("Partager ce planning avec l'équipe ?")));
  await seeUpToDate(screen);
}

async function registerAndAnswer(screen: Screen): Promise<void> {
  await screen.press(link("Créer un compte"));
  await screen.fill("Prénom", CAMILLE.firstName);
  await screen.fill("Nom", CAMILLE.lastName);
  await screen.fill("Adresse e-mail", CAMILLE.email);
  await screen.fill("Mot de passe", CAMILLE.password);
  await screen.fill("Confirmer le mot de passe", CAMILLE.password);
  for (const name of CAMILLE.services) await screen.press({ role: "field", name });
  await screen.press(button("Créer mon compte"));
  await screen.press(button(GROUP));
  await screen.press(link("Culte", UPCOMING));
  await screen.see(heading("Culte"));
  await screen.press(button("Présent", OWN));
  await screen.see(button("Présent", OWN), { isPressed: true });
  await screen.see(item("Camille Perrin", region("Équipe")));
  await screen.see(text("Couvert", item("Camille Perrin", region("Rôles critiques"))));
}

async function readAndAnswer(screen: Screen): Promise<void> {
  await screen.see(item("Présents : Camille Perrin", UPCOMING));
  await screen.press(button("Présent", CULTE));
  await screen.see(message("Présence notée pour le 15 novembre."));
  await screen.see(item("Manque : Batterie, Bass, Piano, Guitare, Pasteur", UPCOMING));
  await screen.press(button("Annuler"));
  await screen.see(item("Manque : Batterie, Bass, Piano, Guitare, Sono, Pasteur", UPCOMING));
}

for (const { planning, isShared } of [
  { planning: "a planning of one browser", isShared: false },
  { planning: "a shared planning", isShared: true },
]) {
  test(`in ${planning}, an admin plans, a musician answers, and the admin reads it`, async ({ screen, elsewhere }) => {
    await signInAsAdmin(screen, elsewhere);
    await createCulte(screen);
    if (isShared) await share(screen);
    await signOut(screen, "Admin");
    await registerAndAnswer(screen);
    if (isShared) await seeUpToDate(screen);
    await signOut(screen, "Camille");
    await signInAsAdmin(screen, elsewhere);
    await readAndAnswer(screen);
  });
}
