import { expect, test } from "./diapason.ts";
import { memberList, openMenu } from "./menu.ts";
import { planned } from "./planned.ts";
import { returnAsAdmin, upcomingCards } from "./visits.ts";

const NOON = new Date("2026-11-21T12:00:00+01:00");

test("what is loaded late is shown once it is there: with the page's clock stopped, nothing is waited for", async ({
  page,
}) => {
  await page.clock.install({ time: NOON });
  await page.clock.pauseAt(NOON.getTime() + 1);
  await page.goto("/login");
  await expect(page.getByRole("button", { name: "Se connecter", exact: true })).toBeVisible();
  const events = [planned("2026-11-22", "10:30", "Culte du dimanche")];
  await returnAsAdmin(page, { events, selectedGroup: "1" });

  await page.goto("/");
  const card = upcomingCards(page).first();
  await expect(card.getByRole("button", { name: /^Supprimer/ })).toBeVisible();
  await openMenu(page);
  await expect(memberList(page).or(page.getByText("Aucun membre pour l'instant."))).toBeVisible();
  await page.getByRole("link", { name: "Gérer les utilisateurs" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Gestion des utilisateurs" })).toBeVisible();
});
