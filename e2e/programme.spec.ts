import type { Locator, Page } from "@playwright/test";
import { addDays } from "#domain/calendar/calendar.ts";
import { expectAccessible } from "#test/support/browser/accessibility.ts";
import { HELENE } from "#test/support/browser/band-members.ts";
import { expect, test } from "#test/support/browser/diapason.ts";
import { button, field, region } from "#test/support/browser/locators.ts";
import { planned } from "#test/support/browser/planned.ts";
import { arriveAsAdmin, arriveAsMember } from "#test/support/browser/team-planning.ts";
import { returnAsAdmin } from "#test/support/browser/visits.ts";

const PHONE = { width: 360, height: 740 };
const today = new Date().toISOString().slice(0, 10);
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
