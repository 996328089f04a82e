import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "#test/support/browser/accessibility.ts";
import { expect, test as base } from "#test/support/browser/diapason.ts";
import { startSpacesInWorker } from "#test/support/browser/start-spaces-in-worker.ts";
import type { TestSmtpServer } from "#test/support/server/test-smtp-server.ts";

/** Of page, style and script together, as they are sent. */
const USABLE_MAX_BYTES = 15_000;
const SENT = "Un message vous attend : ouvrez son lien pour créer l'espace.";

const test = base.extend<{ diapason: Awaited<ReturnType<typeof startSpacesInWorker>> }>({
  diapason: async ({ browserName: _ }, provide) => {
    const spaces = await startSpacesInWorker();
    await provide(spaces);
    await spaces.stop();
  },
});

function field(page: Page, name: string): Locator {
  return page.getByRole("textbox", { name, exact: true }).first();
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

  await page.goto(link);
  await expect(page.getByRole("heading", { name: "Ce lien n'est plus valable." })).toBeVisible();
  // The session of one space is none of the other.
  const session = async (slug: string) =>
    (await page.request.get(`http://${slug}.localhost:${port}/api/auth/get-session`)).text();
  expect(await session("louange-de-la-rotonde")).toContain("camille@example.org");
  expect(await session("fanfare-du-vieux-port")).toBe("null");
});

test("the address is filled in from the name until somebody edits it, and says at once whether it is free", async ({
  page,
  diapason,
}) => {
  await askForSpace(page, "Chorale", "camille@example.org");
  await page.goto(await nextLink(diapason.smtp));
  await expect(page).toHaveURL(/chorale/);
  const sizes: Promise<number>[] = [];
  page.on("requestfinished", (request) => {
    if (["document", "stylesheet", "script"].includes(request.resourceType()))
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  await page.goto(diapason.url);
  await expect(page.getByRole("heading", { name: "Un planning pour votre équipe" })).toBeVisible();
  await page.waitForLoadState("load");
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

test("the form and the link work without a script", async ({ openDevice, diapason }) => {
  const page = await openDevice({ javaScriptEnabled: false });
  await page.goto("/");
  await field(page, "Nom de l'équipe").fill("Chorale d'été");
  await field(page, "Votre adresse e-mail").fill("camille@example.org");
  await page.getByRole("button", { name: "Créer l'espace" }).click();
  await expect(page.getByText(SENT)).toBeVisible();
  await page.goto(await nextLink(diapason.smtp));
  await page.getByRole("button", { name: "Créer l'espace" }).click();
  await expect(page).toHaveURL(/^http:\/\/chorale-d-ete\.localhost:\d+\/register\?invitation=/);
});
