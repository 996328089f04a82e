import { answerAddress, LINK_SETTINGS } from "#test/support/browser/answer-links.ts";
import { CAMILLE, HELENE } from "#test/support/browser/band-members.ts";
import { everybody, planned } from "#test/support/browser/planned.ts";
import { screensOf } from "#test/support/browser/screens.ts";
import { returnAsAdmin, returnAsMember, sharePlanning } from "#test/support/engines/arrivals.ts";
import { expect, PHONE, test, WIDE } from "#test/support/engines/engines.ts";
import type { Screen } from "#test/support/engines/screen.ts";
import { button, dialog, group, heading, item, link, message, region, table, text } from "#test/support/engines/sights.ts";

const CULTE = planned("2099-11-15", "10:00", "Soirée de louange intergénérationnelle", { availability: everybody(12) });
const VEILLEE = planned("2099-11-22", "20:00", "Veillée");
const UPCOMING = region("Prochains événements");

test.use({ settings: LINK_SETTINGS });

/** Waits for the title, on a phone and in a wide window; nothing is wider than either. */
async function look(screen: Screen, path: string): Promise<void> {
  await screen.open(path);
  await expect.poll(() => screen.call(() => document.querySelector("h1")?.checkVisibility() ?? false, null), path).toBe(true);
  for (const { width, height } of [PHONE, WIDE]) {
    await screen.resize(width, height);
    const excess = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
    await expect.poll(() => screen.call(() => innerWidth, null), path).toBe(width);
    expect(await screen.call(excess, null), `${path} at ${width}`).toBe(0);
  }
}

test("no screen has an error or is too wide, and no key is offered where there are none", async ({ screen, elsewhere }) => {
  for (const path of ["/login", "/register", "/forgot-password", "/nowhere"]) await look(screen, path);
  await screen.open("/login");
  await screen.see(button("Se connecter"));
  await screen.miss(button("Se connecter sans mot de passe"));
  await sharePlanning(elsewhere, [CULTE, VEILLEE]);
  await returnAsAdmin(screen, elsewhere);
  const own = [`/events/${CULTE.id}/edit`, "/users/add"];
  for (const path of [...screensOf(CULTE.date, CULTE.id), ...own]) await look(screen, path);
});

test("an answer is given on the page of an answer link, without a session", async ({ screen, elsewhere }) => {
  await sharePlanning(elsewhere, [VEILLEE]);
  const { services: positions, ...person } = HELENE;
  const registered = await elsewhere.post("/api/auth/sign-up/email", { data: { ...person, name: "Hélène Brunet", positions } });
  const { user } = await registered.json();
  await look(screen, answerAddress({ userId: user.id, eventId: VEILLEE.id }));
  await screen.press(button("Présent"));
  await screen.see(message("C'est noté : présent."));
  await screen.press(button("Changer ma réponse"));
  await screen.press(button("Absent"));
  await screen.see(message("C'est noté : absent."));
  const { availability } = await (await elsewhere.get(`/api/events/${VEILLEE.id}`)).json();
  expect(availability).toMatchObject([{ status: "absent" }]);
});

test("a calendar address is made, copied and renewed", async ({ screen, elsewhere }) => {
  await sharePlanning(elsewhere, [CULTE]);
  await returnAsMember(screen, CAMILLE);
  await screen.open("/agenda");
  await screen.press(button("Créer mon lien"));
  const address = { role: "field", name: "Adresse de mon agenda" } as const;
  const { value: first } = await screen.see(address);
  await screen.see(link("Ouvrir dans mon agenda"), { isFocused: true });
  await screen.press(button("Copier l'adresse"));
  await screen.see(button("Copiée"));
  await screen.press(button("Renouveler le lien"));
  await screen.press(button("Renouveler"));
  await screen.see(message("La nouvelle adresse est prête"));
  const { value: second } = await screen.see(address);
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

test("on paper there are the group, the month and the next events, and no buttons", async ({ screen, elsewhere }) => {
  await returnAsAdmin(screen, elsewhere, [CULTE, VEILLEE]);
  await screen.open(`/?mois=${CULTE.date.slice(0, 7)}`);
  await screen.see(item("Veillée", UPCOMING));
  await screen.see(button("Mois suivant"));
  await screen.call(putOnPaper, null);
  await screen.see(text("Louange du dimanche"));
  await screen.see(heading("novembre 2099"));
  await screen.see(text(CULTE.name, region("Calendrier")));
  await screen.miss(button("Mois suivant"));
  await screen.miss(button("Présent"));
});

test("all of a month is answered in one dialog", async ({ screen, elsewhere }) => {
  await sharePlanning(elsewhere, [CULTE, VEILLEE]);
  await returnAsMember(screen, CAMILLE);
  await screen.resize(PHONE.width, PHONE.height);
  await screen.open(`/?mois=${CULTE.date.slice(0, 7)}`);
  const month = dialog("Réponses de novembre 2099");
  const exception = group("Veillée, dimanche 22 novembre 2099", month);
  await screen.press(button("Répondre pour le mois"));
  await screen.press(button("Présent partout", month));
  await screen.press(button("Absent", exception));
  await screen.press(button("Enregistrer les réponses", month));
  await screen.see(message("2 réponses enregistrées"));
  await screen.press(button("Répondre pour le mois"));
  await screen.see(button("Absent", exception), { isPressed: true });
});

test("the grid shows everybody's answers, in a sheet that scrolls by itself", async ({ screen, elsewhere }) => {
  await sharePlanning(elsewhere, [CULTE, VEILLEE]);
  await returnAsMember(screen, CAMILLE);
  await screen.open("/");
  await screen.see(link("Grille"));
  await look(screen, `/grid?mois=${CULTE.date.slice(0, 7)}`);
  const grid = table("Grille de novembre 2099");
  expect((await screen.see(item("Camille Perrin", grid))).text).toBe("Camille Perrin Sans réponse Sans réponse");
  await screen.press(link("Veillée", grid));
  await screen.see(heading("Veillée"));
});

test("people are added from a list", async ({ screen, elsewhere }) => {
  await sharePlanning(elsewhere, []);
  await returnAsAdmin(screen, elsewhere);
  await screen.open("/users/add");
  const people = ["Inès ; Moreau ; ines@example.org ; Bass, Voix", "Paul ; Mercier ; ; Pasteur"];
  await screen.fill("Une personne par ligne : prénom ; nom ; adresse e-mail ; services", people.join("\n"));
  await screen.press(button("Ajouter 2 personnes"));
  await screen.see(message("2 personnes ajoutées"));
  await screen.open("/users");
  expect((await screen.see(item("Inès Moreau"))).text).toContain("Invité");
});
