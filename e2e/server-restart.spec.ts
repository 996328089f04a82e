import type { Page } from "@playwright/test";
import { YANNICK } from "#test/support/browser/band-members.ts";
import { expect, test as base } from "#test/support/browser/diapason.ts";
import { planned } from "#test/support/browser/planned.ts";
import { expectUpToDate, arriveAsAdmin, arriveAsMember } from "#test/support/browser/team-planning.ts";
import { upcomingCard } from "#test/support/browser/visits.ts";
import { type Diapason, startDiapason } from "#test/support/process/start-diapason.ts";

const CULTE = planned("2099-11-15", "10:00", "Culte");
const VEILLEE = planned("2099-11-22", "20:00", "Veillée");

const test = base.extend<{ restart: () => Promise<void> }>({
  /** Starts the killed server again, at the same address and with the same data. */
  restart: async ({ diapason }, provide) => {
    const restarted: Diapason[] = [];
    await provide(async () => {
      await diapason.ended;
      const { port } = new URL(diapason.url);
      restarted.push(await startDiapason({ PORT: port, DATA_DIR: diapason.dataDir }));
    });
    for (const server of restarted) await server.stop();
  },
});

async function answer(page: Page, event: string, name: "Présent" | "Absent") {
  const button = upcomingCard(page, event).getByRole("button", { name, exact: true });
  await button.click();
  await expect(button).toHaveAttribute("aria-pressed", "true");
}

test("a server killed with an answer on its way, then started again, has it once, and both screens live on", async ({
  page,
  openDevice,
  diapason,
  restart,
}) => {
  await arriveAsAdmin(page, [CULTE, VEILLEE]);
  const yannick = await openDevice();
  await arriveAsMember(yannick, YANNICK);
  await expect(upcomingCard(yannick, "Culte")).toBeVisible();

  // Stopped before it is killed: it has received the call and does not answer.
  process.kill(diapason.pid, "SIGSTOP");
  const sent = yannick.waitForRequest((request) => request.method() === "PUT");
  await answer(yannick, "Culte", "Présent");
  await sent;
  process.kill(diapason.pid, "SIGKILL");
  await expect(yannick.getByText("Hors ligne", { exact: true })).toBeVisible();
  await expect(yannick.getByText("1 réponse en attente", { exact: true })).toBeVisible();
  await expect(page.getByText("Hors ligne", { exact: true })).toBeVisible();
  await answer(page, "Veillée", "Absent");
  await expect(page.getByText("1 réponse en attente", { exact: true })).toBeVisible();

  await restart();
  await expectUpToDate(yannick);
  await expectUpToDate(page);
  await expect(upcomingCard(page, "Culte")).toContainText("Présents : Yannick Morel");
  await answer(yannick, "Veillée", "Présent");
  await expect(upcomingCard(page, "Veillée")).toContainText("Présents : Yannick Morel");
  const { availability } = await (await page.request.get(`/api/events/${CULTE.id}`)).json();
  expect(availability).toMatchObject([{ userName: "Yannick Morel", position: "Batterie", status: "present" }]);
});
