import { addDays } from "#domain/calendar/calendar.ts";
import { CAMILLE } from "#test/support/browser/band-members.ts";
import { expect, test } from "#test/support/engines/engines.ts";

test("smoke", async ({ screen, engineName }) => {
  await screen.open("/register");
  await screen.fill("Prénom", CAMILLE.firstName);
  await screen.fill("Nom", CAMILLE.lastName);
  await screen.fill("Adresse e-mail", CAMILLE.email);
  await screen.fill("Mot de passe", CAMILLE.password);
  await screen.fill("Confirmer le mot de passe", CAMILLE.password);
  for (const name of CAMILLE.services) await screen.press({ role: "field", name });
  await screen.press({ role: "button", name: "Créer mon compte" });
  await screen.press({ role: "button", name: "Louange du dimanche" });
  await screen.see({ role: "region", name: "Calendrier" });
});
