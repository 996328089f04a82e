import { planned } from "#test/support/browser/planned.ts";
import { returnAsAdmin } from "#test/support/engines/arrivals.ts";
import { expect, PHONE, test } from "#test/support/engines/engines.ts";
import { button, dialog } from "#test/support/engines/sights.ts";

const CULTE = planned("2099-11-15", "10:00", "Culte");
const MENU = button("Menu utilisateur, Admin");
const IN_MENU = button("Modifier le profil");
const DELETE = button("Supprimer l'événement");
const QUESTION = dialog("Supprimer « Culte » ?");
const DETAILS = { role: "field", name: "Précisions (facultatif)" } as const;
/** Beside a menu and a dialog, or above them on a phone; on the page below there is nothing. */
const OUTSIDE = { x: 3, y: 84 };

test.beforeEach(({ visitor, elsewhere }) => returnAsAdmin(visitor, elsewhere, [CULTE]));

for (const size of [null, PHONE]) {
  test(`menus and dialogs close by keyboard and by a press outside, ${size ? "on a phone" : "in a wide window"}`, async ({
    visitor,
  }) => {
    if (size) await visitor.resize(size.width, size.height);
    await visitor.open(`/events/${CULTE.id}`);
    await visitor.focus(MENU);
    await visitor.type("Enter");
    await visitor.see(IN_MENU);
    await visitor.type("Escape");
    await visitor.miss(IN_MENU);
    await visitor.see(MENU, { isFocused: true });
    await visitor.press(MENU);
    await visitor.see(IN_MENU);
    await visitor.pressAt(OUTSIDE.x, OUTSIDE.y);
    await visitor.miss(IN_MENU);

    await visitor.focus(DELETE);
    await visitor.type("Enter");
    await visitor.see(button("Annuler", QUESTION), { isFocused: true });
    await visitor.type("Tab", "Tab", "Tab", "Tab");
    expect(await visitor.call(() => document.activeElement?.closest("dialog, main")?.localName ?? null, null)).not.toBe(
      "main",
    );
    await visitor.type("Escape");
    await visitor.miss(QUESTION);
    await visitor.see(DELETE, { isFocused: true });

    await visitor.press(DELETE);
    const { x, y } = await visitor.see(QUESTION);
    await visitor.pressAt(x, y);
    await visitor.pressAt(x, y, OUTSIDE);
    await visitor.pressAt(OUTSIDE.x, OUTSIDE.y, { x, y });
    await visitor.see(QUESTION);
    await visitor.pressAt(OUTSIDE.x, OUTSIDE.y);
    await visitor.miss(QUESTION);
    await visitor.see(DELETE, { isFocused: true });
  });
}

test("a field of several lines is as high as its text", async ({ visitor }) => {
  await visitor.open("/create-event");
  const { height } = await visitor.see(DETAILS);
  await visitor.fill(DETAILS.name, Array.from({ length: 12 }, (_, line) => `Ligne ${line}`).join("\n"));
  const scrolled = () =>
    [...document.querySelectorAll("textarea")].map((area) => area.scrollHeight - area.clientHeight);
  expect(await visitor.call(scrolled, null)).toEqual([0]);
  expect((await visitor.see(DETAILS)).height).toBeGreaterThan(12 * 20);
  await visitor.open("/create-event");
  expect((await visitor.see(DETAILS)).height).toBeGreaterThan(12 * 20);
  await visitor.fill(DETAILS.name, "");
  expect((await visitor.see(DETAILS)).height).toBe(height);
});
