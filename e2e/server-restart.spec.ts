import type { Page } from "@playwright/test";
import { YANNICK } from "#test/support/browser/band-members.ts";
import { expect, test as base } from "#test/support/browser/diapason.ts";
import { planned } from "#test/support/browser/planned.ts";
import { expectUpToDate, arriveAsAdmin, arriveAsMember } from "#test/support/browser/team-planning.ts";
import { upcomingCard } from "#test/support/browser/visits.ts";
import { memoryFolder } from "#test/support/process/memory-folder.ts";
import { type Diapason, SERVER, startDiapason } from "#test/support/process/start-diapason.ts";

const CULTE = planned("2099-11-15", "10:00", "Culte");
const VEILLEE = planned("2099-11-22", "20:00", "Veillée");

const test = base.extend<{ killed: Diapason; restart: () => Promise<void> }>({
  /** A process of its own, which the test can kill. */
  killed: async ({}, provide) => {
    const server = await startDiapason({}, SERVER, memoryFolder());
    await provide(server);
    await server.stop();
  },
  diapason: ({ killed }, provide) => provide(killed),
  /** Starts the killed server again, at the same address and with the same data. */
  restart: async ({ killed }, provide) => {
    const restarted: Diapason[] = [];
    await provide(async () => {
      await killed.ended;
      const { port } = new URL(killed.url);
      restarted.push(await startDiapason({ PORT: port, DATA_DIR: killed.dataDir }));
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
  killed,
  restart,
}) => {
  await arriveAsAdmin(page, [CULTE, VEILLEE]);
  const yannick = await openDevice();
  await arriveAsMember(yannick, YANNICK);
  await expect(upcomingCard(yannick, "Culte")).toBeVisible();

  // Stopped before it is killed: it has received the call and does not answer.
  process.kill(killed.pid, "SIGSTOP");
  const sent = yannick.waitForRequest((request) => request.method() === "PUT");
  await answer(yannick, "Culte", "Présent");
  await sent;
  process.kill(killed.pid, "SIGKILL");
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
