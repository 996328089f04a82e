import { join } from "node:path";
import SqliteFile from "better-sqlite3";
import { answerAddress, LINK_SETTINGS } from "#test/support/browser/answer-links.ts";
import { YANNICK } from "#test/support/browser/band-members.ts";
import { expect, test } from "#test/support/browser/diapason.ts";
import { planned } from "#test/support/browser/planned.ts";
import { shareElsewhere } from "#test/support/browser/team-planning.ts";
import { signUp } from "#test/support/browser/visits.ts";

const SENTENCE = "Un problème est survenu de notre côté. Réessayez dans un instant.";

const CULTE = planned("2099-11-15", "10:00", "Culte");

test.use({ settings: LINK_SETTINGS });

/** Takes a table away from the server, which has no answer for that. */
function breakTable(dataDir: string, table: string): void {
  const file = new SqliteFile(join(dataDir, "diapason.sqlite"));
  file.exec(`alter table ${table} rename to ${table}_elsewhere`);
  file.close();
}

test("an unexpected error says what it always said, and below it the id under which the server logged it", async ({
  page,
  diapason,
}) => {
  await page.goto("/login");
  breakTable(diapason.dataDir, "account");
  await page.getByLabel("Adresse e-mail").fill("marie@example.org");
  await page.getByLabel("Mot de passe", { exact: true }).fill("secret1");
  const answer = page.waitForResponse((response) => response.url().includes("/api/auth/sign-in/"));
  await page.getByRole("button", { name: "Se connecter", exact: true }).click();
  const failed = await answer;
  expect(failed.status()).toBe(500);
  const reference = failed.headers()["x-request-id"];
  expect(reference).toMatch(/^[\da-f]{8}-[\da-f]{4}$/);
  const lines = page.getByRole("alert").locator("p");
  await expect(lines).toHaveCount(2);
  const [outcome, reason] = await lines.allInnerTexts();
  expect(outcome).not.toContain("Référence");
  expect(reason).toBe(`${SENTENCE}\nRéférence\u00a0: ${reference}`);
});

test("so does the page of an answer link", async ({ page, request, diapason }) => {
  await shareElsewhere(request, [CULTE]);
  const { id: userId } = await signUp(request, YANNICK);
  breakTable(diapason.dataDir, "planning_event");
  const answer = page.waitForResponse((response) => response.status() === 500);
  await page.goto(answerAddress({ userId, eventId: CULTE.id, pressed: "present" }));
  const reference = (await answer).headers()["x-request-id"];
  expect(await page.getByText(SENTENCE).innerText()).toBe(`${SENTENCE}\nRéférence\u00a0: ${reference}`);
});
