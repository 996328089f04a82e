import { expectAccessible } from "#test/support/browser/accessibility.ts";
import { HELENE } from "#test/support/browser/band-members.ts";
import { expect, test } from "#test/support/browser/diapason.ts";
import { region } from "#test/support/browser/locators.ts";
import { arriveAsAdmin, arriveAsMember } from "#test/support/browser/team-planning.ts";

test.use({ viewport: { width: 360, height: 740 } });

test("a phone folds Banc and Rôles combinables under their headings; a wide window shows them", async ({ page }) => {
  await arriveAsAdmin(page, [], "/group");
  for (const [name, content] of [
    ["Banc", "Qui peut tenir chaque rôle critique dans l'équipe."],
    ["Rôles combinables", "Une personne tient un seul rôle à la fois"],
  ] as const) {
    const fold = region(page, name).getByRole("button", { name, exact: true });
    const text = region(page, name).getByText(content);
    await expect(fold).toHaveAttribute("aria-expanded", "false");
    await expect(text).toBeHidden();
    await fold.click();
    await expect(fold).toHaveAttribute("aria-expanded", "true");
    await expect(text).toBeVisible();
    await fold.press("Enter");
    await expect(text).toBeHidden();
  }
  await expect(region(page, "Rôles combinables").getByRole("checkbox")).toHaveCount(0);
  await expect(region(page, "Rôles nécessaires").getByRole("checkbox")).toHaveCount(13);
  await page.setViewportSize({ width: 600, height: 740 });
  await expect(region(page, "Rôles combinables").getByRole("checkbox")).toHaveCount(21);
  await expect(region(page, "Banc").getByRole("button")).toHaveCount(0);
  await expect(region(page, "Banc").getByRole("listitem")).toHaveCount(7);
});

test("Banc has one line a person on a phone, and one sentence in a wide window", async ({ page, openDevice }) => {
  await arriveAsAdmin(page, []);
  for (const [index, firstName] of ["Anne-Charlotte", "Bruno", "Hélène"].entries()) {
    const device = await openDevice();
    await arriveAsMember(device, { ...HELENE, firstName, email: `lead${index}@example.org`, services: ["Lead"] });
    expect((await device.request.put("/api/groups/1/members/me")).ok()).toBe(true);
  }
  await page.goto("/group");
  const bench = region(page, "Banc");
  await bench.getByRole("button", { name: "Banc" }).click();
  const lead = bench.getByRole("listitem").first();
  const names = ["Anne-Charlotte Brunet", "Bruno Brunet", "Hélène Brunet"];
  await expect(lead).toContainText(`${names[0]}, ${names[1]} et ${names[2]}`);
  const boxes = [];
  for (const name of names) boxes.push(await lead.getByText(name).boundingBox());
  const lefts = new Set(boxes.map((box) => box?.x));
  expect([lefts.size, boxes.every((box) => (box?.height ?? 99) < 20)]).toEqual([1, true]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await expectAccessible(page);
});
