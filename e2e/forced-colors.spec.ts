import type { Locator } from "@playwright/test";
import { expect, test } from "#test/support/browser/diapason.ts";
import { planned } from "#test/support/browser/planned.ts";
import { dayOf, returnAsAdmin } from "#test/support/browser/visits.ts";

const EVENTS = [planned("2026-11-12", "19:30", "Répétition"), planned("2026-11-15", "10:00", "Culte")];

test.use({ contextOptions: { forcedColors: "active" }, now: "2026-11-12T18:00:00Z" });

test.beforeEach(async ({ page }) => {
  await returnAsAdmin(page, { events: EVENTS, selectedGroup: "1" });
});

/** Colours of the rendered pixels as `0xAABBGGRR`: computed styles do not show which colours the system forces. */
async function pixelsOf(element: Locator): Promise<{ width: number; height: number; colours: number[] }> {
  const picture = (await element.screenshot({ animations: "disabled" })).toString("base64");
  return element.evaluate(async (_, base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const { width, height } = bitmap;
    const drawing = new OffscreenCanvas(width, height).getContext("2d");
    if (drawing === null) throw new Error("This browser draws nothing");
    drawing.drawImage(bitmap, 0, 0);
    return { width, height, colours: [...new Uint32Array(drawing.getImageData(0, 0, width, height).data.buffer)] };
  }, picture);
}

function mostCommon(colours: readonly number[]): number {
  const counts = Map.groupBy(colours, (colour) => colour);
  const [[colour] = [0]] = [...counts].toSorted(([, one], [, other]) => other.length - one.length);
  return colour;
}

/** The fill colour of the shape behind a day's number. */
async function fillOfNumber(day: Locator): Promise<number> {
  return mostCommon((await pixelsOf(day.locator("span").first())).colours);
}

/** The share of the three leftmost pixel columns of the cell that differ from its background. */
async function lineOnItsSide(day: Locator): Promise<number> {
  const { width, height, colours } = await pixelsOf(day);
  const background = mostCommon(colours);
  const middle = Array.from({ length: Math.floor(height / 2) }, (_, index) => Math.floor(height / 4) + index);
  const drawn = middle.filter((row) => [0, 1, 2].some((column) => colours[row * width + column] !== background));
  return drawn.length / middle.length;
}

test.describe("where the system forces its colours", () => {
  test("today's number stands out of the month's on a wide screen", async ({ page }) => {
    await page.goto("/");
    await expect(dayOf(page, "2026-11-12").getByRole("link")).toBeVisible();
    expect(await fillOfNumber(dayOf(page, "2026-11-12"))).not.toBe(await fillOfNumber(dayOf(page, "2026-11-13")));
  });

  test.describe("on a phone", () => {
    test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

    test("today and the chosen day are told apart from each other and from the rest", async ({ page }) => {
      await page.goto("/?jour=2026-11-15");
      const [today, chosen, other] = ["2026-11-12", "2026-11-15", "2026-11-18"].map((date) => dayOf(page, date));
      if (!today || !chosen || !other) throw new Error("Three days");
      await expect(chosen).toHaveAttribute("aria-selected", "true");
      expect(await fillOfNumber(today)).not.toBe(await fillOfNumber(other));
      expect(await fillOfNumber(chosen)).toBe(await fillOfNumber(other));
      expect(await lineOnItsSide(chosen)).toBe(1);
      expect(await lineOnItsSide(today)).toBe(0);
      expect(await lineOnItsSide(other)).toBe(0);
    });
  });
});
