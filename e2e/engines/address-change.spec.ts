import { CAMILLE } from "#test/support/browser/band-members.ts";
import { nthConfirmationMail } from "#test/support/browser/mails.ts";
import { returnAsMember } from "#test/support/engines/arrivals.ts";
import { expect, test } from "#test/support/engines/engines.ts";
import { button, heading, message } from "#test/support/engines/sights.ts";

const NEW_ADDRESS = "camille@nouvelle.example";

test("another address comes by its mail, and the former one's mail takes it back", async ({ visitor, diapason }) => {
  await returnAsMember(visitor, CAMILLE);
  await visitor.open("/");
  await visitor.press(button(`Menu utilisateur, ${CAMILLE.firstName}`));
  await visitor.press(button("Modifier le profil"));
  await visitor.press(button("Changer d'adresse e-mail"));
  await visitor.fill("Nouvelle adresse e-mail", NEW_ADDRESS);
  await visitor.fill("Mot de passe", CAMILLE.password);
  await visitor.press(button("Envoyer le message de confirmation"));
  await visitor.see(message(`Le message part à ${NEW_ADDRESS}. Son lien est valable une heure.`));
  const { to, link } = await nthConfirmationMail(diapason, 2);
  expect(to).toBe(NEW_ADDRESS);
  await visitor.open(link);
  await visitor.see(heading("Adresse e-mail changée"));
  const back = await nthConfirmationMail(diapason, 3);
  expect(back.to).toBe(CAMILLE.email);
  await visitor.open(back.link);
  await visitor.see(heading("Adresse e-mail rétablie"));
});
