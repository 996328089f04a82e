import { expectAccessible } from "#test/support/browser/accessibility.ts";
import { YANNICK } from "#test/support/browser/band-members.ts";
import { expect, test } from "#test/support/browser/diapason.ts";
import { planned } from "#test/support/browser/planned.ts";
import { arriveAsMember, expectUpToDate, sharePlanning } from "#test/support/browser/team-planning.ts";
import { returnAsAdmin, returnAsMember } from "#test/support/browser/visits.ts";

const CULTE = planned("2099-11-15", "10:00", "Culte");
const ATELIER = { ...planned("2099-11-15", "11:00", "Atelier"), requiredRoles: ["Batterie"] };
const SENTENCE = "Vous êtes aussi présent à Culte, à 10:00.";

test.use({ viewport: { width: 360, height: 740 }, now: "2099-11-12T18:00:00Z" });

test("who comes to two events at once reads so where they answer; the admin reads when they are taken", async ({
  page,
  openDevice,
}) => {
  const admin = await openDevice();
  await sharePlanning(admin, [CULTE, ATELIER]);
  await arriveAsMember(page, YANNICK);
  const toAnswer = page.getByRole("region", { name: "À répondre" });
  const present = toAnswer.getByRole("button", { name: "Présent" });
  await expect(toAnswer.getByRole("heading", { name: "Culte" })).toBeVisible();
  await present.click();
  await expect(toAnswer.getByRole("heading", { name: "Atelier" })).toBeVisible();
  await expect(page.getByText(SENTENCE)).toHaveCount(0);
  await present.click();
  const toast = page.locator("[data-toast]");
  await expect(toast.getByText(SENTENCE)).toBeVisible();
  await page.goto(`/events/${ATELIER.id}`);
  await expectUpToDate(page);
  await expect(page.getByText(SENTENCE)).toBeVisible();
  await expect(page.getByRole("button", { name: "Présent" }).first()).toHaveAttribute("aria-pressed", "true");
  await expectAccessible(page);
  await returnAsAdmin(admin, { selectedGroup: "1" });
  await admin.goto(`/events/${ATELIER.id}`);
  await expectUpToDate(admin);
  await expect(admin.getByRole("combobox", { name: /^Batterie/ }).locator("option:checked")).toHaveText(
    "Yannick Morel · pris à 10:00",
  );
  await admin.getByRole("button", { name: "Retenir cette formation" }).click();
  const kept = admin.getByRole("list", { name: "Formation retenue" });
  await expect(kept.getByRole("listitem")).toHaveText(/Yannick Morel\s*pris à 10:00/);
  await expectAccessible(admin);
});

test("who answers for the month reads at which events they are at once", async ({ page }) => {
  await returnAsMember(page, YANNICK, { events: [CULTE, ATELIER], selectedGroup: "1" });
  await page.goto("/");
  await page.getByRole("button", { name: "Répondre pour le mois" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Présent partout" }).click();
  await dialog.getByRole("button", { name: "Enregistrer les réponses" }).click();
  await expect(page.locator("[data-toast]")).toContainText(
    `2 réponses enregistrées. Vous êtes aussi présent à Atelier, à 11:00. ${SENTENCE}`,
  );
});
