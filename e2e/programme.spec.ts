import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { addDays } from "#domain/calendar/calendar.ts";
import { expectAccessible } from "#test/support/browser/accessibility.ts";
import { HELENE } from "#test/support/browser/band-members.ts";
import { expect, test } from "#test/support/browser/diapason.ts";
import { button, field, region } from "#test/support/browser/locators.ts";
import { planned } from "#test/support/browser/planned.ts";
import { arriveAsAdmin, arriveAsMember, expectUpToDate } from "#test/support/browser/team-planning.ts";
import { returnAsAdmin } from "#test/support/browser/visits.ts";

const PHONE = { width: 360, height: 740 };
const today = "2026-11-12";
const GLOIRE = { title: "À toi la gloire", key: "Sol", link: "https://chants.example/gloire" };
const AMI = { title: "Quel ami fidèle et tendre", key: "Mi", link: "https://chants.example/ami" };
const GRACE = { title: "Que la grâce soit avec nous", key: "Do" };
const PERE = { title: "Abba Père", key: "La m" };
const PAST = [
  planned(addDays(today, -21), "10:00", "Culte", { programme: [GLOIRE, AMI], programmeVersion: 1 }),
  planned(addDays(today, -60), "10:00", "Culte", { programme: [AMI, GRACE, PERE], programmeVersion: 1 }),
];
const SUNDAY = planned("2099-11-22", "10:00", "Culte");

function programme(page: Page): Locator {
  return region(page, "Programme");
}

function titles(page: Page): Locator {
  return programme(page).getByRole("combobox", { name: "Titre", exact: true });
}

function lines(page: Page): Locator {
  return programme(page).getByRole("list", { name: "Programme" }).getByRole("listitem");
}

test.use({ now: `${today}T18:00:00Z` });

test("Sunday's six songs, four of them known, take six fields of three letters and eight presses on a phone", async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await arriveAsAdmin(page, [...PAST, SUNDAY], `/events/${SUNDAY.id}`);
  let presses = 0;
  const press = async (target: Locator) => {
    presses += 1;
    await target.click();
  };
  await press(button(page, "Modifier le programme"));
  const known = [
    ["glo", GLOIRE.title],
    ["ami", AMI.title],
    ["gra", GRACE.title],
    ["abb", PERE.title],
  ] as const;
  for (const [index, [typed, title]] of known.entries()) {
    await expect(titles(page).nth(index)).toBeFocused();
    await page.keyboard.type(typed);
    await press(page.getByRole("option", { name: title }));
  }
  for (const [index, title] of ["Nouveau chant", "Envoi"].entries()) {
    await expect(titles(page).nth(known.length + index)).toBeFocused();
    await page.keyboard.type(title);
    if (index === 0) await page.keyboard.press("Enter");
  }
  presses += 1;
  await press(button(page, "Enregistrer le programme"));
  expect(presses).toBeLessThanOrEqual(8);
  await expect(lines(page)).toHaveText([
    /À toi la gloire.*Sol/,
    /Quel ami.*Mi/,
    /Que la grâce.*Do/,
    /Abba Père.*La m/,
    /Nouveau chant/,
    /Envoi/,
  ]);
  await expect(programme(page).getByRole("link", { name: AMI.title })).toHaveAttribute("href", AMI.link);
  await expectAccessible(page);
});

test("a programme is written, put in order with keyboard, buttons and pointer, corrected, and read by the team", async ({
  page,
  openDevice,
}) => {
  await arriveAsAdmin(page, [SUNDAY], `/events/${SUNDAY.id}`);
  const musician = await openDevice();
  await arriveAsMember(musician, HELENE);
  await musician.goto(`/events/${SUNDAY.id}`);
  await expect(region(musician, "Ma disponibilité")).toBeVisible();
  await expect(programme(musician)).toHaveCount(0);

  await button(page, "Modifier le programme").click();
  await expect(titles(page)).toBeFocused();
  await page.keyboard.type("Abba");
  await page.keyboard.press("Enter");
  await page.keyboard.type("שיר חדש 🎵");
  await button(page, "Ajouter un titre").click();
  await page.keyboard.type("Gloire");
  await button(page, "Ajouter un titre").click();
  await field(programme(page), "Lien").nth(1).fill("http://chants.example");
  await button(page, "Enregistrer le programme").click();
  await expect(programme(page).getByText("Le titre ne peut pas être vide")).toBeVisible();
  await expect(programme(page).getByText("Le lien doit commencer par https://")).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  const [title, key] = [titles(page).last(), field(programme(page), "Tonalité").last()];
  expect((await key.boundingBox())?.y, "beside its title").toBe((await title.boundingBox())?.y);
  await page.setViewportSize({ width: 1280, height: 720 });
  await button(page, "Retirer la ligne 4").click();
  await field(programme(page), "Lien").nth(1).fill("https://chants.example/neuf");

  await button(page, "Monter Gloire").press("Enter");
  await expect(button(page, "Monter Gloire")).toBeFocused();
  await expect(programme(page).getByRole("status")).toHaveText("« Gloire », 2 sur 3");
  await button(page, "Monter Gloire").press("Enter");
  await expect(button(page, "Descendre Gloire")).toBeFocused();
  const grip = programme(page).getByRole("listitem").last().locator("svg").first();
  await grip.hover();
  await page.mouse.down();
  await programme(page).getByRole("listitem").first().hover({ force: true });
  await page.mouse.up();
  await expect(titles(page).first()).toHaveValue("שיר חדש 🎵");
  await button(page, "Enregistrer le programme").click();

  for (const reader of [page, musician]) {
    await expect(lines(reader)).toHaveText([/שיר חדש 🎵/, /Gloire/, /Abba/]);
  }
  await expect(button(musician, "Modifier le programme")).toHaveCount(0);
  await expect(programme(musician).getByRole("link")).toHaveAttribute("href", "https://chants.example/neuf");
});

test("of two people who save at once, the second reads what is there now, keeps their text, and takes both", async ({
  page,
  openDevice,
}) => {
  await arriveAsAdmin(page, [SUNDAY], `/events/${SUNDAY.id}`);
  const other = await openDevice();
  await returnAsAdmin(other, { selectedGroup: "1" });
  await other.goto(`/events/${SUNDAY.id}`);
  for (const [writer, title] of [
    [page, "Abba Père"],
    [other, "Gloire"],
  ] as const) {
    await button(writer, "Modifier le programme").click();
    await titles(writer).first().fill(title);
  }
  await button(page, "Enregistrer le programme").click();
  await expect(lines(page)).toHaveText([/Abba Père/]);
  await button(other, "Enregistrer le programme").click();
  await expect(programme(other).getByText("Abba Père")).toBeVisible();
  await expect(titles(other)).toHaveValue("Gloire");
  await expectAccessible(other);
  await button(other, "Réunir les deux").click();
  await button(other, "Enregistrer le programme").click();
  await expect(lines(other)).toHaveText([/Abba Père/, /Gloire/]);
  await expect(lines(page)).toHaveText([/Abba Père/, /Gloire/]);
});

test("a text that was saved offline and then refused waits on the event's page, and is not lost by going there", async ({
  page,
  openDevice,
}) => {
  await arriveAsAdmin(page, [SUNDAY], `/events/${SUNDAY.id}`);
  const other = await openDevice();
  await returnAsAdmin(other, { selectedGroup: "1" });
  await other.goto(`/events/${SUNDAY.id}`);
  await button(other, "Modifier le programme").click();
  await other.context().setOffline(true);
  await titles(other).fill("Gloire");
  await button(other, "Enregistrer le programme").click();
  await expect(lines(other)).toHaveText([/Gloire/]);
  await button(page, "Modifier le programme").click();
  await titles(page).fill("Abba Père");
  await button(page, "Enregistrer le programme").click();
  await expect(lines(page)).toHaveText([/Abba Père/]);
  await other.context().setOffline(false);
  await expect(programme(other).getByText("Votre texte est gardé")).toBeVisible();
  await other.goto("/");
  await other.getByRole("link", { name: "Reprendre mon texte" }).click();
  await expect(lines(other)).toHaveText([/Abba Père/]);
  await button(other, "Reprendre mon texte").click();
  await expect(programme(other).getByText("Abba Père")).toBeVisible();
  await expect(titles(other)).toHaveValue("Gloire");
  await button(other, "Garder mon texte").click();
  await button(other, "Enregistrer le programme").click();
  await expect(lines(page)).toHaveText([/Gloire/]);
  await expect(button(other, "Reprendre mon texte")).toHaveCount(0);
});

test("a programme is taken up from a former event, copied, printed, saved for a calendar, and goes with a copy", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await returnAsAdmin(page, { events: [...PAST, SUNDAY], selectedGroup: "1" });
  await page.goto(`/events/${SUNDAY.id}`);
  await button(page, "Modifier le programme").click();
  await button(page, "Reprendre le programme du …").click();
  const former = programme(page).getByRole("button", { name: /, Culte$/ });
  await expect(former).toHaveCount(2);
  await former.first().click();
  await expect(titles(page)).toHaveCount(2);
  await expect(field(programme(page), "Tonalité").first()).toHaveValue("Sol");
  await button(page, "Enregistrer le programme").click();
  await expect(lines(page)).toHaveCount(2);
  await expect(button(page, "Envoyer le programme aux présents")).toHaveCount(0);
  await button(page, "Copier le programme").click();
  const text = `${GLOIRE.title} (Sol) ${GLOIRE.link}\n${AMI.title} (Mi) ${AMI.link}`;
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(text);
  await page.emulateMedia({ media: "print" });
  await expect(lines(page).first()).toBeVisible();
  await expect(button(page, "Copier le programme")).toBeHidden();
  await page.emulateMedia({ media: null });
  const saved = page.waitForEvent("download");
  await button(page, "Ajouter à mon agenda").click();
  const file = (await readFile(await (await saved).path(), "utf8")).replaceAll("\r\n ", "");
  expect(file).toContain(`${GLOIRE.title} (Sol)`);
  await page.getByRole("link", { name: "Dupliquer" }).click();
  await field(page, "Date").fill("2099-11-29");
  await button(page, "Créer l'événement").click();
  await page.getByRole("link", { name: "Culte" }).last().click();
  await expect(page.getByText("dimanche 29 novembre 2099 à 10:00", { exact: true })).toBeVisible();
  await expect(lines(page)).toHaveText([/À toi la gloire.*Sol/, /Quel ami.*Mi/]);
});

test("the programme of last year's Christmas is offered to take up", async ({ page }) => {
  const christmas = planned("2025-12-25", "10:00", "Noël", { programme: [GRACE], programmeVersion: 1 });
  const next = planned("2026-12-25", "10:00", "Noël");
  await arriveAsAdmin(page, [...PAST, christmas, next], `/events/${next.id}`);
  await button(page, "Modifier le programme").click();
  await button(page, "Reprendre le programme du …").click();
  await button(programme(page), "jeudi 25 décembre 2025, Noël").click();
  await expect(titles(page)).toHaveValue(GRACE.title);
});

test("the programmes to take up are shown once all are there, so that no button moves under a finger", async ({
  page,
}) => {
  const later = planned(addDays(today, 3), "10:00", "Prière", { programme: [GRACE], programmeVersion: 1 });
  const held = Promise.withResolvers<void>();
  await page.route(`**/api/events?*from=${today}*`, async (route) => {
    await held.promise;
    await route.continue();
  });
  await arriveAsAdmin(page, [...PAST, later, SUNDAY], `/events/${SUNDAY.id}`);
  await button(page, "Modifier le programme").click();
  const former = programme(page).getByRole("button", { name: /, (Culte|Prière)$/ });
  const past = page.waitForResponse((response) => response.url().includes(`to=${today}`));
  await button(page, "Reprendre le programme du …").click();
  await past;
  await expect(titles(page)).toHaveCount(1);
  await expect(former).toHaveCount(0);
  held.resolve();
  await expect(former).toHaveText([/Prière/, /Culte/, /Culte/]);
});

test("a copy of an event says that its programme was refused, and why", async ({ page }) => {
  await arriveAsAdmin(page, PAST, `/events/${PAST[0]?.id}`);
  const problem = { type: "about:blank", title: "", status: 422, code: "programme.link_invalid", detail: "" };
  await page.route("**/api/events/*/programme", (route) =>
    route.fulfill({ status: 422, contentType: "application/problem+json", body: JSON.stringify(problem) }),
  );
  await page.getByRole("link", { name: "Dupliquer" }).click();
  await field(page, "Date").fill("2099-11-29");
  await button(page, "Créer l'événement").click();
  await expect(page.getByText("Le programme n'a pas pu être enregistré")).toContainText("https://");
});

test("a programme that changed is offered to those present, until it is sent", async ({ page }) => {
  await arriveAsAdmin(page, [SUNDAY], `/events/${SUNDAY.id}`);
  await button(page, "Modifier le programme").click();
  await titles(page).fill("Abba Père");
  await button(page, "Enregistrer le programme").click();
  await expectAccessible(page);
  await button(page, "Envoyer le programme aux présents").click();
  await expect(button(page, "Envoyer le programme aux présents")).toHaveCount(0);
  await page.reload();
  await expect(lines(page)).toHaveText([/Abba Père/]);
  await expectUpToDate(page);
  await expect(button(page, "Envoyer le programme aux présents")).toHaveCount(0);
});

test("titles taken up beyond forty stay in the form, which says that they are too many", async ({ page }) => {
  const many = Array.from({ length: 39 }, (_, index) => ({ title: `Chant ${index + 1}` }));
  const event = { ...SUNDAY, programme: many, programmeVersion: 1 };
  await returnAsAdmin(page, { events: [...PAST, event], selectedGroup: "1" });
  await page.goto(`/events/${event.id}`);
  await button(page, "Modifier le programme").click();
  await button(page, "Reprendre le programme du …").click();
  await programme(page)
    .getByRole("button", { name: /, Culte$/ })
    .first()
    .click();
  await expect(titles(page)).toHaveCount(41);
  await button(page, "Enregistrer le programme").click();
  await expect(programme(page).getByRole("alert")).toContainText("40 titres au plus");
  await button(page, `Retirer ${AMI.title}`).click();
  await button(page, "Enregistrer le programme").click();
  await expect(lines(page)).toHaveCount(40);
});

test("forty titles fit a phone whose text is twice as large, and the field of each can be reached", async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  const many = Array.from({ length: 40 }, (_, index) => ({ title: `Chant ${index + 1} de la joie`, key: "La m" }));
  const event = { ...SUNDAY, programme: many, programmeVersion: 1 };
  await returnAsAdmin(page, { events: [event], selectedGroup: "1" });
  await page.goto(`/events/${event.id}`);
  await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
  await expect(lines(page)).toHaveCount(40);
  const isTooWide = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  expect(await isTooWide()).toBe(false);
  await button(page, "Modifier le programme").click();
  await expect(button(page, "Ajouter un titre")).toBeDisabled();
  await titles(page).last().scrollIntoViewIfNeeded();
  await expect(titles(page).last()).toBeInViewport();
  expect(await isTooWide()).toBe(false);
});
