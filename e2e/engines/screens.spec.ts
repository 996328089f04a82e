import { answerAddress, LINK_SETTINGS } from "#test/support/browser/answer-links.ts";
import { CAMILLE, HELENE } from "#test/support/browser/band-members.ts";
import { everybody, planned } from "#test/support/browser/planned.ts";
import { screensOf } from "#test/support/browser/screens.ts";
import { returnAsAdmin, returnAsMember, seeUpToDate, sharePlanning } from "#test/support/engines/arrivals.ts";
import { expect, PHONE, test, WIDE } from "#test/support/engines/engines.ts";
import {
  button,
  dialog,
  group,
  heading,
  item,
  link,
  message,
  region,
  table,
  text,
} from "#test/support/engines/sights.ts";
import type { Visitor } from "#test/support/engines/visitor.ts";

const CULTE = planned("2099-11-15", "10:00", "Soirée de louange intergénérationnelle", { availability: everybody(12) });
const VEILLEE = planned("2099-11-22", "20:00", "Veillée");
const UPCOMING = region("Prochains événements");

test.use({ settings: LINK_SETTINGS });

/** Waits for the title, on a phone and in a wide window; nothing is wider than either. */
async function look(visitor: Visitor, path: string): Promise<void> {
  await visitor.open(path);
  await visitor.expectCall(() => document.querySelector("h1")?.checkVisibility() ?? false, null, true, path);
  for (const { width, height } of [PHONE, WIDE]) {
    await visitor.resize(width, height);
    const room = () => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return { width: innerWidth, excess: scrollWidth - clientWidth };
    };
    await visitor.expectCall(room, null, { width, excess: 0 }, path);
  }
}

test("no screen has an error or is too wide, and no key is offered where there are none", async ({
  visitor,
  elsewhere,
}) => {
  for (const path of ["/login", "/register", "/forgot-password", "/nowhere"]) await look(visitor, path);
  await visitor.open("/login");
  await visitor.see(button("Se connecter"));
  await visitor.miss(button("Se connecter sans mot de passe"));
  await sharePlanning(elsewhere, [CULTE, VEILLEE]);
  await returnAsAdmin(visitor, elsewhere);
  const own = [`/events/${CULTE.id}/edit`, "/users/add"];
  for (const path of [...screensOf(CULTE.date, CULTE.id), ...own]) await look(visitor, path);
});

test("a page that is left while a screen loads says nothing of it", async ({ visitor, elsewhere, faultProxy }) => {
  await sharePlanning(elsewhere, [CULTE]);
  // Stored files would not be held.
  faultProxy.hold(/^\/sw\.js/);
  const release = faultProxy.hold(/\/absences-screen-/);
  await returnAsMember(visitor, CAMILLE);
  await visitor.open("/");
  await seeUpToDate(visitor);
  await visitor.call(() => history.pushState(null, "", "/absences"), null);
  await visitor.miss(UPCOMING);
  await visitor.open("/agenda");
  await visitor.see(heading("Mon agenda"));
  release();
});

test("an answer is given on the page of an answer link, without a session", async ({ visitor, elsewhere }) => {
  await sharePlanning(elsewhere, [VEILLEE]);
  const { services: positions, ...person } = HELENE;
  const registered = await elsewhere.post("/api/auth/sign-up/email", {
    data: { ...person, name: "Hélène Brunet", positions },
  });
  const { user } = await registered.json();
  await look(visitor, answerAddress({ userId: user.id, eventId: VEILLEE.id }));
  await visitor.press(button("Présent"));
  await visitor.see(message("C'est noté : présent."));
  await visitor.press(button("Changer ma réponse"));
  await visitor.press(button("Absent"));
  await visitor.see(message("C'est noté : absent."));
  const { availability } = await (await elsewhere.get(`/api/events/${VEILLEE.id}`)).json();
  expect(availability).toMatchObject([{ status: "absent" }]);
});

test("a calendar address is made, copied and renewed", async ({ visitor, elsewhere }) => {
  await sharePlanning(elsewhere, [CULTE]);
  await returnAsMember(visitor, CAMILLE);
  await visitor.open("/agenda");
  await visitor.press(button("Créer mon lien"));
  const address = { role: "field", name: "Adresse de mon agenda" } as const;
  const { value: first } = await visitor.see(address);
  await visitor.see(link("Ouvrir dans mon agenda"), { isFocused: true });
  // The next button lies where the last one was: two presses there in a moment would be a double click.
  await visitor.press(button("Sur iPhone et iPad"));
  await visitor.press(button("Copier l'adresse"));
  await visitor.see(button("Copiée"));
  await visitor.press(button("Renouveler le lien"));
  await visitor.press(button("Renouveler"));
  await visitor.see(message("La nouvelle adresse est prête"));
  const { value: second } = await visitor.see(address);
  const answers = [await elsewhere.get(first ?? ""), await elsewhere.get(second ?? "")];
  expect(answers.map((answer) => answer.status())).toEqual([404, 200]);
});

/** Applies the style sheets as to paper: no engine here can be told to. */
function putOnPaper(): void {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  for (let rule = rules.pop(); rule !== undefined; rule = rules.pop()) {
    if (rule instanceof CSSMediaRule && rule.media.mediaText.includes("print")) rule.media.mediaText = "all";
    if ("cssRules" in rule) rules.push(...(rule.cssRules as Iterable<CSSRule>));
  }
}

test("on paper there are the group, the month and the next events, and no buttons", async ({ visitor, elsewhere }) => {
  await returnAsAdmin(visitor, elsewhere, [CULTE, VEILLEE]);
  await visitor.open(`/?mois=${CULTE.date.slice(0, 7)}`);
  await visitor.see(item("Veillée", UPCOMING));
  await visitor.see(button("Mois suivant"));
  await visitor.call(putOnPaper, null);
  await visitor.see(text("Louange du dimanche"));
  await visitor.see(heading("novembre 2099"));
  await visitor.see(text(CULTE.name, region("Calendrier")));
  await visitor.miss(button("Mois suivant"));
  await visitor.miss(button("Présent"));
});

test("all of a month is answered in one dialog", async ({ visitor, elsewhere }) => {
  await sharePlanning(elsewhere, [CULTE, VEILLEE]);
  await returnAsMember(visitor, CAMILLE);
  await visitor.resize(PHONE.width, PHONE.height);
  await visitor.open(`/?mois=${CULTE.date.slice(0, 7)}`);
  const month = dialog("Réponses de novembre 2099");
  const exception = group("Veillée, dimanche 22 novembre 2099", month);
  await visitor.press(button("Répondre pour le mois"));
  await visitor.press(button("Présent partout", month));
  await visitor.press(button("Absent", exception));
  await visitor.press(button("Enregistrer les réponses", month));
  await visitor.see(message("2 réponses enregistrées."));
  await visitor.press(button("Répondre pour le mois"));
  await visitor.see(button("Absent", exception), { isPressed: true });
});

test("the grid shows everybody's answers, in a sheet that scrolls by itself", async ({ visitor, elsewhere }) => {
  await sharePlanning(elsewhere, [CULTE, VEILLEE]);
  await returnAsMember(visitor, CAMILLE);
  await visitor.open("/");
  await visitor.see(link("Grille"));
  await look(visitor, `/grid?mois=${CULTE.date.slice(0, 7)}`);
  const grid = table("Grille de novembre 2099");
  expect((await visitor.see(item("Camille Perrin", grid))).text).toBe("Camille Perrin Sans réponse Sans réponse");
  await visitor.press(link("Veillée", grid));
  await visitor.see(heading("Veillée"));
});

test("people are added from a list", async ({ visitor, elsewhere }) => {
  await sharePlanning(elsewhere, []);
  await returnAsAdmin(visitor, elsewhere);
  await visitor.open("/users/add");
  const people = ["Inès ; Moreau ; ines@example.org ; Bass, Voix", "Paul ; Mercier ; ; Pasteur"];
  await visitor.fill("Une personne par ligne : prénom ; nom ; adresse e-mail ; services", people.join("\n"));
  await visitor.press(button("Ajouter 2 personnes"));
  await visitor.see(message("2 personnes ajoutées"));
  await visitor.open("/users");
  expect((await visitor.see(item("Inès Moreau"))).text).toContain("Invité");
});
