import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "#test/support/browser/accessibility.ts";
import { expect, test as base } from "#test/support/browser/diapason.ts";
import { startSpacesInWorker } from "#test/support/browser/start-spaces-in-worker.ts";
import type { TestSmtpServer } from "#test/support/server/test-smtp-server.ts";

/** Of page, style and script together, as they are sent. */
const USABLE_MAX_BYTES = 15_000;
const SUNDAY = { groupId: "1", name: "Culte", date: "2099-11-15", time: "10:00", location: "Temple" };
const SPACES_COMMAND = join(import.meta.dirname, "../dist/server/spaces.js");
const run = promisify(execFile);
const SENT = "Un message vous attend : ouvrez son lien pour créer l'espace.";

const test = base.extend<{ diapason: Awaited<ReturnType<typeof startSpacesInWorker>> }>({
  diapason: async ({ settings }, provide) => {
    const spaces = await startSpacesInWorker(settings);
    await provide(spaces);
    await spaces.stop();
  },
});

function field(page: Page, name: string): Locator {
  return page.getByRole("textbox", { name, exact: true }).first();
}

/** Runs the command `spaces` beside the server. */
function runSpaces(dataDir: string, words: readonly string[]) {
  const environment = { PATH: process.env["PATH"], SPACES: "on", DATA_DIR: dataDir };
  return run(process.execPath, [SPACES_COMMAND, ...words], { env: environment, cwd: dataDir });
}

/** The link in the next mail of the front door. */
async function nextLink(smtp: TestSmtpServer): Promise<string> {
  let mail = await smtp.next();
  while (mail.subject !== "Créez l'espace de votre équipe") mail = await smtp.next();
  return /https?:\S+/.exec(mail.text ?? "")?.[0] ?? "";
}

async function askForSpace(page: Page, name: string, email: string): Promise<void> {
  await page.goto("/");
  await field(page, "Nom de l'équipe").fill(name);
  await expect(page.getByText("Cette adresse est libre.")).toBeVisible();
  await field(page, "Votre adresse e-mail").fill(email);
  await page.getByRole("button", { name: "Créer l'espace" }).click();
  await expect(page.getByRole("status")).toContainText(SENT);
  await expect(page.getByRole("status")).toBeFocused();
}

/** Calls the space on which the page is. */
async function call(page: Page, method: string, path: string, body?: object) {
  return page.evaluate(
    async ([how, where, sent]) => {
      const headers = { "content-type": "application/json" };
      const response = await fetch(where, { method: how, headers, ...(sent !== null && { body: sent }) });
      const text = await response.text();
      return { status: response.status, body: JSON.parse(text || "{}") as Record<string, unknown> };
    },
    [method, path, body === undefined ? null : JSON.stringify(body)] as const,
  );
}

async function register(page: Page, firstName: string, email?: string): Promise<void> {
  await field(page, "Prénom").fill(firstName);
  await field(page, "Nom").fill("Perrin");
  if (email !== undefined) await field(page, "Adresse e-mail").fill(email);
  for (const name of ["Mot de passe", "Confirmer le mot de passe"])
    await page.getByLabel(name, { exact: true }).fill("louange-2026");
  await page.getByRole("checkbox", { name: "Batterie" }).check();
  await page.getByRole("button", { name: "Créer mon compte" }).click();
}

test("from the front door to the first admin of a space, beside another space that knows nothing of it", async ({
  page,
  openDevice,
  diapason,
}) => {
  await askForSpace(page, "Louange de la Rotonde", "camille@example.org");
  const link = await nextLink(diapason.smtp);
  await page.goto(link);
  const { port } = new URL(diapason.url);
  await expect(page).toHaveURL(new RegExp(`^http://louange-de-la-rotonde.localhost:${port}/register`));
  await expect(field(page, "Adresse e-mail")).toHaveValue("camille@example.org");
  await register(page, "Camille");
  await expect(page).not.toHaveURL(/register/);

  const other = await openDevice();
  await askForSpace(other, "Fanfare du Vieux-Port", "zoe@example.org");
  await other.goto(await nextLink(diapason.smtp));
  await expect(other).toHaveURL(/^http:\/\/fanfare-du-vieux-port\.localhost/);
  await register(other, "Zoé");
  await expect(other).not.toHaveURL(/register/);

  // Camille plans a Sunday, and invites the team.
  expect(await call(page, "PUT", "/api/groups/1/members/me")).toMatchObject({ status: 200 });
  const { body: sunday } = await call(page, "POST", "/api/events", SUNDAY);
  const { body: invitation } = await call(page, "GET", "/api/invitation");
  const yannick = await openDevice();
  await yannick.goto(String(invitation["link"]));
  await register(yannick, "Yannick", "yannick@example.org");
  await expect(yannick).not.toHaveURL(/register/);
  expect(await call(yannick, "PUT", "/api/groups/1/members/me")).toMatchObject({ status: 200 });
  for (const person of [page, yannick]) {
    await person.getByRole("button", { name: "Louange du dimanche" }).click();
    await expect(person).not.toHaveURL(/select-group/);
  }
  const { origin } = new URL(yannick.url());
  await yannick.goto(`${origin}/events/${String(sunday["id"])}`);
  const own = yannick.getByRole("region", { name: "Ma disponibilité" });
  await own.getByRole("button", { name: "Présent", exact: true }).click();
  await page.goto(`${origin}/events/${String(sunday["id"])}`);
  await expect(page.getByRole("list", { name: "Présents" }).getByRole("listitem")).toHaveText([/Yannick Perrin/]);

  // The other team knows nothing of it, and Camille's session is none there.
  expect((await call(other, "GET", "/api/users")).body).toHaveLength(1);
  const { host } = new URL(other.url());
  await page.goto(`http://${host}/`);
  expect(await call(page, "GET", "/api/users")).toMatchObject({ status: 401 });
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "Ce lien n'est plus valable." })).toBeVisible();
  await expect(page).toHaveTitle("Ce lien n'est plus valable. · Diapason");
});

test("the address is filled in from the name until somebody edits it, and says at once whether it is free", async ({
  page,
  openDevice,
  diapason,
}) => {
  await askForSpace(page, "Chorale", "camille@example.org");
  await page.goto(await nextLink(diapason.smtp));
  await expect(page).toHaveURL(/chorale/);
  const sizes: Promise<number>[] = [];
  // Nothing is in the cache of a new device.
  const fresh = await openDevice();
  fresh.on("requestfinished", (request) => {
    if (["document", "stylesheet", "script"].includes(request.resourceType()))
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  await fresh.goto(diapason.url);
  await expect(fresh.getByRole("heading", { name: "Un planning pour votre équipe" })).toBeVisible();
  await page.goto(diapason.url);
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  expect(sizes).toHaveLength(3);
  expect(bytes).toBeLessThan(USABLE_MAX_BYTES);
  await expectAccessible(page);

  const [name, slug] = [field(page, "Nom de l'équipe"), field(page, "Adresse de l'espace")];
  await name.fill("Chorale");
  await expect(slug).toHaveValue("chorale");
  await expect(page.getByText("Cette adresse est déjà prise.")).toBeVisible();
  await expect(slug).toHaveAttribute("aria-invalid", "true");
  await expectAccessible(page);
  await slug.fill("Chorale-2");
  await expect(slug).toHaveValue("chorale-2");
  await expect(page.getByText("Cette adresse est libre.")).toBeVisible();
  await name.fill("Chorale du soir");
  await expect(slug).toHaveValue("chorale-2");
  await page.getByRole("button", { name: "Créer l'espace" }).click();
  const email = field(page, "Votre adresse e-mail");
  await expect(email).toBeFocused();
  await expect(page.getByText("Donnez votre adresse e-mail.")).toBeVisible();
  await expect(slug).toHaveValue("chorale-2");
  const find = page.getByRole("region", { name: "Retrouver mes espaces" });
  await find.getByRole("textbox", { name: "Votre adresse e-mail" }).fill("camille@example.org");
  await find.getByRole("button", { name: "Recevoir la liste" }).click();
  await expect(page.getByRole("status")).toContainText("un message vous attend");
  await expectAccessible(page);
});

test.describe("with a service worker", () => {
  test.use({ serviceWorkers: "allow" });

  test("who opens a suspended or deleted space reads that it is, also where the page is in the cache", async ({
    page,
    diapason,
  }) => {
    const spaces = (...words: string[]) => runSpaces(diapason.dataDir, words);
    await spaces("create", "chorale", "--name", "La chorale", "--admin", "camille@example.org");
    const { port } = new URL(diapason.url);
    await page.goto(`http://chorale.localhost:${port}/login`);
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
    const heading = async () => {
      await page.goto(`http://chorale.localhost:${port}/login`);
      return page.getByRole("heading", { level: 1 }).textContent();
    };
    await spaces("suspend", "chorale");
    await expect.poll(heading).toBe("Cet espace est suspendu.");
    await spaces("resume", "chorale");
    await expect.poll(heading).toBe("Connexion");
    await spaces("delete", "chorale", "--yes");
    await expect.poll(heading).toBe("Cet espace n'existe pas.");
  });
});

test("the form and the link work without a script", async ({ openDevice, diapason }) => {
  const page = await openDevice({ javaScriptEnabled: false });
  await page.goto("/");
  await field(page, "Nom de l'équipe").fill("Chorale d'été");
  await field(page, "Votre adresse e-mail").fill("camille@example.org");
  await page.getByRole("button", { name: "Créer l'espace" }).click();
  await expect(page.getByText(SENT)).toBeVisible();
  await page.goto(await nextLink(diapason.smtp));
  await expect(page).toHaveTitle(`chorale-d-ete.localhost:${new URL(diapason.url).port} · Diapason`);
  await page.getByRole("button", { name: "Créer l'espace" }).click();
  await expect(page).toHaveURL(/^http:\/\/chorale-d-ete\.localhost:\d+\/register\?invitation=/);
});
