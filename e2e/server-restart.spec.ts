import type { Page } from "@playwright/test";
import { type Diapason, startDiapason } from "../test/start-diapason.ts";
import { expect, test as base } from "./diapason.ts";
import { planned } from "./planned.ts";
import { expectUpToDate, sharePlanning } from "./team-planning.ts";
import { returnAsAdmin, returnAsMember, upcomingCards } from "./visits.ts";

const YANNICK = {
  firstName: "Yannick",
  lastName: "Morel",
  email: "yannick@example.org",
  password: "double-croche",
  services: ["Batterie"],
};
const CULTE = planned("2099-11-15", "10:00", "Culte");
const VEILLEE = planned("2099-11-22", "20:00", "Veillée");

const test = base.extend<{ restart: () => Promise<void> }>({
  /** Starts the server again, once it has been killed, at the same address and on the same data. */
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

/** The card of an event among the next ones. */
function card(page: Page, name: string) {
  return upcomingCards(page).filter({ has: page.getByRole("heading", { name, exact: true }) });
}

async function answer(page: Page, event: string, name: "Présent" | "Absent") {
  const button = card(page, event).getByRole("button", { name, exact: true });
  await button.click();
  await expect(button).toHaveAttribute("aria-pressed", "true");
}

test("a server killed with an answer on its way, then started again, has it once, and both screens live on", async ({
  page,
  openDevice,
  diapason,
  restart,
}) => {
  await sharePlanning(page, [CULTE, VEILLEE]);
  await returnAsAdmin(page, { selectedGroup: "1" });
  await page.goto("/");
  await expectUpToDate(page);
  const yannick = await openDevice();
  await returnAsMember(yannick, YANNICK, { selectedGroup: "1" });
  await yannick.goto("/");
  await expectUpToDate(yannick);
  await expect(card(yannick, "Culte")).toBeVisible();

  // Stopped first, it has taken the call and says nothing more.
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
  await expect(card(page, "Culte")).toContainText("Présents : Yannick Morel");
  await answer(yannick, "Veillée", "Présent");
  await expect(card(page, "Veillée")).toContainText("Présents : Yannick Morel");
  const { availability } = await (await page.request.get(`/api/events/${CULTE.id}`)).json();
  expect(availability).toMatchObject([{ userName: "Yannick Morel", position: "Batterie", status: "present" }]);
});
