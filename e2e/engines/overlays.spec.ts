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
const OUTSIDE = { x: 3, y: 110 };

test.beforeEach(({ screen, elsewhere }) => returnAsAdmin(screen, elsewhere, [CULTE]));

for (const size of [null, PHONE]) {
  test(`menus and dialogs close by keyboard and by a press outside, ${size ? "on a phone" : "in a wide window"}`, async ({
    screen,
  }) => {
    if (size) await screen.resize(size.width, size.height);
    await screen.open(`/events/${CULTE.id}`);
    await screen.focus(MENU);
    await screen.type("Enter");
    await screen.see(IN_MENU);
    await screen.type("Escape");
    await screen.miss(IN_MENU);
    await screen.see(MENU, { isFocused: true });
    await screen.press(MENU);
    await screen.see(IN_MENU);
    await screen.pressAt(OUTSIDE.x, OUTSIDE.y);
    await screen.miss(IN_MENU);

    await screen.focus(DELETE);
    await screen.type("Enter");
    await screen.see(button("Annuler", QUESTION), { isFocused: true });
    await screen.type("Tab", "Tab", "Tab", "Tab");
    expect(await screen.call(() => document.activeElement?.closest("dialog, main")?.localName ?? null, null)).not.toBe("main");
    await screen.type("Escape");
    await screen.miss(QUESTION);
    await screen.see(DELETE, { isFocused: true });

    await screen.press(DELETE);
    const { x, y } = await screen.see(QUESTION);
    await screen.pressAt(x, y);
    await screen.pressAt(x, y, OUTSIDE);
    await screen.pressAt(OUTSIDE.x, OUTSIDE.y, { x, y });
    await screen.see(QUESTION);
    await screen.pressAt(OUTSIDE.x, OUTSIDE.y);
    await screen.miss(QUESTION);
    await screen.see(DELETE, { isFocused: true });
  });
}

test("a field of several lines is as high as its text", async ({ screen }) => {
  await screen.open("/create-event");
  const { height } = await screen.see(DETAILS);
  await screen.fill(DETAILS.name, Array.from({ length: 12 }, (_, line) => `Ligne ${line}`).join("\n"));
  const scrolled = () => [...document.querySelectorAll("textarea")].map((area) => area.scrollHeight - area.clientHeight);
  expect(await screen.call(scrolled, null)).toEqual([0]);
  expect((await screen.see(DETAILS)).height).toBeGreaterThan(12 * 20);
  await screen.open("/create-event");
  expect((await screen.see(DETAILS)).height).toBeGreaterThan(12 * 20);
  await screen.fill(DETAILS.name, "");
  expect((await screen.see(DETAILS)).height).toBe(height);
});
