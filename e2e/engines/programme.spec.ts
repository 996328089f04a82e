import { addDays } from "#domain/calendar/calendar.ts";
import { planned } from "#test/support/browser/planned.ts";
import { returnAsAdmin } from "#test/support/engines/arrivals.ts";
import { PHONE, test } from "#test/support/engines/engines.ts";
import { button, item, link, region, text } from "#test/support/engines/sights.ts";

const today = new Date().toISOString().slice(0, 10);
const GLOIRE = { title: "À toi la gloire", key: "Sol", link: "https://chants.example/gloire" };
/** Three weeks ago, also where it is tomorrow already. */
const PAST = planned(addDays(today, -24), "10:00", "Culte", { programme: [GLOIRE], programmeVersion: 1 });
const SUNDAY = planned("2099-11-22", "10:00", "Culte");
const PROGRAMME = region("Programme");

test("a programme is written with a title that was played before, put in order, read, and found in the repertoire", async ({
  visitor,
  elsewhere,
}) => {
  await returnAsAdmin(visitor, elsewhere, [PAST, SUNDAY]);
  await visitor.resize(PHONE.width, PHONE.height);
  await visitor.open(`/events/${SUNDAY.id}`);
  await visitor.press(button("Modifier le programme"));
  await visitor.fill("Titre", "glo");
  await visitor.see(text("joué il y a 3 semaines, 1 fois en un an", PROGRAMME));
  await visitor.type("Enter");
  await visitor.see(button("Retirer la ligne 2"));
  await visitor.press(button("Retirer la ligne 2"));
  await visitor.press(button("Enregistrer le programme"));
  await visitor.see(link(GLOIRE.title, PROGRAMME));
  await visitor.see(text("Sol", PROGRAMME));
  await visitor.open("/repertoire?tri=derniere");
  await visitor.see(item(GLOIRE.title));
});
