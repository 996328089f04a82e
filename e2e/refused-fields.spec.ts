import type { Locator, Page } from "@playwright/test";
import { OPERATIONS } from "#contract/operations.ts";
import { API } from "#contract/paths.ts";
import { CAMILLE } from "#test/support/browser/band-members.ts";
import { expect, test } from "#test/support/browser/diapason.ts";
import { openProfile } from "#test/support/browser/menu.ts";
import { planned } from "#test/support/browser/planned.ts";
import { arriveAsAdmin, arriveAsMember, sharePlanning } from "#test/support/browser/team-planning.ts";

type Name = keyof typeof OPERATIONS;

/** A form that makes a call. */
interface Form {
  readonly call: Name;
  /** Opens it and fills it in well; returns what holds its fields. */
  readonly open: (page: Page) => Promise<Page | Locator>;
  readonly send: string;
  /** The label of each field of the call that a person fills in. */
  readonly labels: Readonly<Record<string, string>>;
}

const EVENT = planned("2096-11-04", "10:00", "Culte", { location: "Temple" });

const EVENT_LABELS = {
  name: "Nom de l'événement",
  date: "Date",
  time: "Heure",
  location: "Lieu",
  endTime: "Fin (facultatif)",
  details: "Précisions (facultatif)",
};

async function openEventForm(page: Page, path: string): Promise<Page> {
  await arriveAsAdmin(page, [EVENT], path);
  await page.getByLabel("Nom de l'événement").fill("Veillée");
  await page.getByLabel("Date", { exact: true }).fill("2096-11-05");
  await page.getByLabel("Heure").selectOption("20:00");
  await page.getByLabel("Lieu").fill("Salle");
  return page;
}

async function fillAll(within: Page | Locator, texts: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(texts)) await within.getByLabel(label, { exact: true }).fill(text);
}

async function openOwnProfile(page: Page): Promise<Locator> {
  await sharePlanning(page, []);
  await arriveAsMember(page, CAMILLE);
  return openProfile(page);
}

const FORMS: readonly Form[] = [
  {
    call: "signUp",
    async open(page) {
      await page.goto("/register");
      const password = { "Mot de passe": "tilleul", "Confirmer le mot de passe": "tilleul" };
      await fillAll(page, { Prénom: "Camille", Nom: "Perrin", "Adresse e-mail": CAMILLE.email, ...password });
      await page.getByRole("checkbox", { name: "Lead", exact: true }).check();
      return page;
    },
    send: "Créer mon compte",
    labels: {
      firstName: "Prénom",
      lastName: "Nom",
      email: "Adresse e-mail",
      password: "Mot de passe",
      positions: "Services",
    },
  },
  {
    call: "signIn",
    async open(page) {
      await page.goto("/login");
      await fillAll(page, { "Adresse e-mail": CAMILLE.email, "Mot de passe": "tilleul" });
      return page;
    },
    send: "Se connecter",
    labels: { email: "Adresse e-mail", password: "Mot de passe" },
  },
  {
    call: "requestPasswordReset",
    async open(page) {
      await page.goto("/login");
      await fillAll(page, { "Adresse e-mail": CAMILLE.email });
      return page;
    },
    send: "Mot de passe oublié ?",
    labels: { email: "Adresse e-mail" },
  },
  {
    call: "resetPassword",
    async open(page) {
      await page.goto(`/reset-password?token=${"a".repeat(43)}`);
      await fillAll(page, { "Nouveau mot de passe": "tilleul", "Confirmer le nouveau mot de passe": "tilleul" });
      return page;
    },
    send: "Enregistrer le mot de passe",
    labels: { newPassword: "Nouveau mot de passe" },
  },
  {
    call: "updateOwnProfile",
    open: openOwnProfile,
    send: "Enregistrer",
    labels: { firstName: "Prénom", lastName: "Nom", positions: "Services" },
  },
  {
    call: "changePassword",
    async open(page) {
      const dialog = await openOwnProfile(page);
      await dialog.getByRole("button", { name: "Changer le mot de passe" }).click();
      const typed = { "Ancien mot de passe": "tilleul", "Nouveau mot de passe": "châtaignier" };
      await fillAll(dialog, { ...typed, "Confirmer le nouveau mot de passe": "châtaignier" });
      return dialog;
    },
    send: "Modifier le mot de passe",
    labels: { currentPassword: "Ancien mot de passe", newPassword: "Nouveau mot de passe" },
  },
  {
    call: "requestOwnAddress",
    async open(page) {
      const dialog = await openOwnProfile(page);
      await dialog.getByRole("button", { name: "Changer d'adresse e-mail" }).click();
      await fillAll(dialog, { "Nouvelle adresse e-mail": "camille@example.net", "Mot de passe": "tilleul" });
      return dialog;
    },
    send: "Envoyer le message de confirmation",
    labels: { email: "Nouvelle adresse e-mail", password: "Mot de passe" },
  },
  {
    call: "requestAddressOf",
    async open(page) {
      await page.request.post(API.signUp, { data: { ...CAMILLE, positions: CAMILLE.services } });
      await arriveAsAdmin(page, [], "/users");
      await page.getByRole("button", { name: "Changer l'adresse de Camille Perrin" }).click();
      const dialog = page.getByRole("dialog", { name: "Changer l'adresse de Camille Perrin" });
      await fillAll(dialog, { "Nouvelle adresse e-mail": "camille@example.net" });
      return dialog;
    },
    send: "Envoyer le message de confirmation",
    labels: { email: "Nouvelle adresse e-mail" },
  },
  {
    call: "deleteOwnAccount",
    async open(page) {
      const dialog = await openOwnProfile(page);
      await dialog.getByRole("button", { name: "Supprimer mon compte" }).click();
      await fillAll(dialog, { "Mot de passe": "tilleul" });
      return dialog;
    },
    send: "Confirmer la suppression",
    labels: { password: "Mot de passe" },
  },
  {
    call: "challengeNewPasskey",
    async open(page) {
      const dialog = await openOwnProfile(page);
      await dialog.getByRole("button", { name: "Ajouter une clé d'accès" }).click();
      await fillAll(dialog, { "Mot de passe": "tilleul" });
      return dialog;
    },
    send: "Ajouter une clé d'accès",
    labels: { password: "Mot de passe" },
  },
  {
    call: "promoteToAdmin",
    async open(page) {
      await arriveAsAdmin(page, [], "/users");
      await fillAll(page, { "Adresse e-mail du nouvel administrateur": CAMILLE.email });
      return page;
    },
    send: "Ajouter un administrateur",
    labels: { email: "Adresse e-mail du nouvel administrateur" },
  },
  {
    call: "invitePerson",
    async open(page) {
      await sharePlanning(page, []);
      const people = [{ firstName: "Inès", lastName: "Moreau", positions: [] }];
      await page.request.post(API.people, { data: { groupId: "1", people } });
      await page.goto("/users");
      await page.getByRole("button", { name: "Inviter Inès Moreau" }).click();
      const dialog = page.getByRole("dialog", { name: "Inviter Inès Moreau" });
      await fillAll(dialog, { "Adresse e-mail": "ines@example.org" });
      return dialog;
    },
    send: "Envoyer l'invitation",
    labels: { email: "Adresse e-mail" },
  },
  {
    call: "addService",
    async open(page) {
      await arriveAsAdmin(page, [], "/services");
      await fillAll(page, { "Nouveau service": "Trompette" });
      return page;
    },
    send: "Ajouter le service",
    labels: { name: "Nouveau service" },
  },
  {
    call: "changeService",
    async open(page) {
      await sharePlanning(page, []);
      await page.request.post(API.services, { data: { name: "Trompette" } });
      await page.goto("/services");
      await page.getByRole("button", { name: "Renommer Trompette" }).click();
      await fillAll(page, { "Nouveau nom de Trompette": "Bugle" });
      return page;
    },
    send: "Enregistrer le nom",
    labels: { name: "Nouveau nom de Trompette" },
  },
  {
    call: "createGroup",
    async open(page) {
      await arriveAsAdmin(page, [], "/select-group");
      await fillAll(page, { "Nom du groupe": "Chorale" });
      return page;
    },
    send: "Créer le groupe",
    labels: { name: "Nom du groupe" },
  },
  {
    call: "renameGroup",
    async open(page) {
      await arriveAsAdmin(page, [], "/select-group");
      await page.getByLabel("Groupe à renommer").selectOption("2");
      await fillAll(page, { "Nouveau nom": "Chorale" });
      return page;
    },
    send: "Renommer le groupe",
    labels: { name: "Nouveau nom" },
  },
  {
    call: "setReminders",
    async open(page) {
      await arriveAsAdmin(page, [], "/group");
      const region = page.getByRole("region", { name: "Rappels" });
      await fillAll(region, { "Adresse de réponse (facultatif)": "groupe@example.org" });
      return region;
    },
    send: "Enregistrer l'adresse",
    labels: { replyAddress: "Adresse de réponse (facultatif)" },
  },
  {
    call: "createEvent",
    open: (page) => openEventForm(page, "/create-event"),
    send: "Créer l'événement",
    labels: EVENT_LABELS,
  },
  {
    call: "createSeries",
    async open(page) {
      await openEventForm(page, "/create-event");
      await page.getByLabel("Répéter").selectOption("week");
      await fillAll(page, { "Jusqu'au": "2096-11-12" });
      return page;
    },
    send: "Créer les 2 événements",
    labels: { ...EVENT_LABELS, every: "Répéter", until: "Jusqu'au" },
  },
  {
    call: "editEvent",
    open: (page) => openEventForm(page, `/events/${EVENT.id}/edit`),
    send: "Enregistrer les modifications",
    labels: EVENT_LABELS,
  },
  {
    call: "addAbsence",
    async open(page) {
      await arriveAsAdmin(page, [], "/absences");
      await fillAll(page, { Du: "2096-12-01", Au: "2096-12-05" });
      return page;
    },
    send: "Ajouter l'absence",
    labels: { from: "Du", to: "Au" },
  },
  {
    call: "setOwnAvailability",
    async open(page) {
      await arriveAsAdmin(page, [EVENT], `/events/${EVENT.id}`);
      const own = page.getByRole("region", { name: "Ma disponibilité" });
      const stored = page.waitForResponse((response) => response.request().method() === "PUT");
      await own.getByRole("button", { name: "Présent", exact: true }).click();
      await stored;
      await fillAll(own, { "Un mot (facultatif)": "J'arrive à 9 h" });
      return own;
    },
    send: "Enregistrer le mot",
    labels: { comment: "Un mot (facultatif)" },
  },
];

/** What no field is typed into: chosen with one press, or sent by the page. Its reason is shown beside the press. */
const NOT_TYPED: Readonly<Partial<Record<Name, readonly string[]>>> = {
  signUp: ["name", "invitation"],
  signIn: ["rememberMe"],
  resetPassword: ["token"],
  signInWithPasskey: ["credential", "rememberMe"],
  addOwnPasskey: ["credential"],
  confirmEmail: ["token"],
  checkInvitation: ["invitation"],
  setNotifications: ["wishes", "devices", "pushKey"],
  addPushSubscription: ["endpoint", "expirationTime", "keys", "replaces"],
  setCombinablePairs: ["pairs"],
  setRequiredRoles: ["roles"],
  setReminders: ["isOn", "daysBefore"],
  setReplies: ["areTaken"],
  createEvent: ["requiredRoles", "groupId", "endsNextDay"],
  createSeries: ["requiredRoles", "groupId", "endsNextDay"],
  editEvent: ["requiredRoles", "answers", "scope", "endsNextDay"],
  keepLineUp: ["holdings", "repairs"],
  setOwnWish: ["most"],
  setOwnAvailability: ["status", "answeredAt", "givenFor"],
  setAvailability: ["status", "answeredAt", "givenFor", "comment"],
  readLinkedEvent: ["token"],
  answerByLink: ["token", "status", "givenFor", "userId"],
  askPeople: ["userIds", "inOrder", "hours"],
  askReplacement: ["userId"],
  setEntrustedServices: ["positions"],
  // As those of `addAbsence`, in the profile of who answers for somebody.
  addEntrustedAbsence: ["from", "to"],
  mergePeople: ["with", "guitar"],
  changeService: ["isOffered"],
  sharePlanning: ["groups", "events", "combinablePairs", "requiredRoles"],
  addToSharedPlanning: ["groups", "events", "combinablePairs", "requiredRoles"],
  // The fields of each title: `programme.spec.ts`.
  setProgramme: ["items", "basedOn"],
  // Its lines are one text: the reason names the line, in a test of its own below.
  addPeople: ["groupId", "people"],
};

const CODE = "text.illegible";
const REASON = "Ce texte contient des caractères invisibles ou un retour à la ligne : retapez-le.";

/** Answers the call with the problem document of these fields. */
async function refuse(page: Page, call: Name, errors: Readonly<Record<string, string>>): Promise<void> {
  const { method, path } = OPERATIONS[call];
  const address = new RegExp(`${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`);
  const problem = { type: "urn:diapason:problem:request.invalid", title: "…", status: 422, detail: "…" };
  await page.unroute(address);
  await page.route(address, (route) =>
    route.request().method() === method
      ? route.fulfill({
          status: 422,
          contentType: "application/problem+json",
          body: JSON.stringify({ ...problem, code: "request.invalid", errors }),
        })
      : route.fallback(),
  );
}

test("each field of each call is typed into a form below, or is none that anybody types", () => {
  for (const [name, operation] of Object.entries(OPERATIONS)) {
    if (!("request" in operation)) continue;
    const { shape } = operation.request.def as unknown as { readonly shape: Readonly<Record<string, unknown>> };
    const typed = FORMS.filter(({ call }) => call === name).flatMap(({ labels }) => Object.keys(labels));
    expect([name, ...typed, ...(NOT_TYPED[name as Name] ?? [])].toSorted()).toEqual(
      [name, ...Object.keys(shape)].toSorted(),
    );
  }
});

for (const { call, open, send, labels } of FORMS) {
  test(`${call}: what the server refuses is told at its field, which keeps what was typed`, async ({ page }) => {
    const form = await open(page);
    for (const [field, label] of Object.entries(labels)) {
      await refuse(page, call, { [field]: CODE });
      const isGroup = field === "positions";
      const control = isGroup ? form.getByRole("group", { name: label }) : form.getByLabel(label, { exact: true });
      const typed = isGroup ? "" : await control.inputValue();
      await form.getByRole("button", { name: send, exact: true }).click();
      await expect(control).toHaveAccessibleDescription(/Ce texte contient des caractères invisibles/);
      await expect(page.getByRole("alert")).toHaveText(REASON);
      if (isGroup) continue;
      await expect(control).toBeFocused();
      expect(await control.inputValue()).toBe(typed);
    }
  });
}

test("addPeople: what the server refuses is told with its line", async ({ page }) => {
  await arriveAsAdmin(page, [], "/users/add");
  const area = page.getByRole("textbox", { name: /^Une personne par ligne/ });
  await area.fill("Inès;Moreau;ines@example.org;Bass\n;;pas une adresse;\nNoé;Petit;noe@example.org;Voix");
  await refuse(page, "addPeople", { "people.1.email": CODE });
  await page.getByRole("button", { name: "Ajouter 2 personnes" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Ligne 3" })).toContainText(`Ligne 3 : ${REASON}`);
  await expect(area).toHaveValue(/Inès/);
});

test("what no field is typed into is refused with its reason, in one sentence for all", async ({ page }) => {
  await openEventForm(page, "/create-event");
  await refuse(page, "createEvent", { groupId: CODE });
  await page.getByRole("button", { name: "Créer l'événement", exact: true }).click();
  await expect(page.getByRole("alert")).toHaveText(`Échec de la création de l'événement${REASON}`);
});
