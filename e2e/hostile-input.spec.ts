import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { MARIE } from "#test/support/browser/band-members.ts";
import { expect, test } from "#test/support/browser/diapason.ts";
import { openMenu, openProfile } from "#test/support/browser/menu.ts";
import { type Person, signIn } from "#test/support/browser/people.ts";
import { planned } from "#test/support/browser/planned.ts";
import { sharePlanning } from "#test/support/browser/team-planning.ts";
import { returnAsAdmin, returnAsMember } from "#test/support/browser/visits.ts";

const IMAGE = `<img src=x onerror="document.title='run'">`;
const SCRIPT = `"><script>document.title='run'</script>`;
const EVE: Person = {
  firstName: IMAGE,
  lastName: SCRIPT,
  email: "eve@example.org",
  password: "tilleul",
  services: ["Voix"],
};
const EVIL = "evil.example";

/** Checks that user input stayed text: no script ran, and none of its elements is in the page. */
async function expectOnlyText(page: Page): Promise<void> {
  await expect(page).not.toHaveTitle("run");
  expect(await page.locator("img[src=x]").count()).toBe(0);
  expect(await page.locator("script:not([src])").count()).toBe(0);
  expect(await page.locator("a[href^='javascript:']").count()).toBe(0);
}

test("a script in a name, an event or a group is shown as text on every screen", async ({ page, openDevice }) => {
  await page.clock.setFixedTime("2026-11-12T18:00:00Z");
  const eve = await openDevice();
  const { id } = await returnAsMember(eve, EVE);
  const entry = { userId: id, userName: `${IMAGE} ${SCRIPT}`, position: "Voix", status: "present" } as const;
  const event = planned("2026-11-15", "10:00", IMAGE, { location: SCRIPT, availability: [entry] });
  await returnAsAdmin(page, { groups: [{ id: "1", name: SCRIPT }], events: [event], selectedGroup: "1" });
  await page.goto("/");
  await expect(page.getByRole("region", { name: "Prochains événements" })).toContainText(IMAGE);
  await openMenu(page);
  await expect(page.getByRole("list", { name: "Membres" })).toContainText(IMAGE);
  await expectOnlyText(page);
  await page.goto(`/events/${event.id}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(IMAGE);
  await expect(page.getByRole("region", { name: "Équipe" })).toContainText(SCRIPT);
  await expectOnlyText(page);
  await page.goto("/users");
  await expect(page.getByRole("list", { name: "Utilisateurs" })).toContainText(IMAGE);
  await expectOnlyText(page);
  await page.goto("/select-group");
  await expect(page.getByRole("button", { name: SCRIPT, exact: true })).toBeVisible();
  await expectOnlyText(page);
  await eve.goto("/select-group");
  await openProfile(eve);
  await expectOnlyText(eve);
});

test("a script in a shared planning is shown as text, also in the journal and the trash", async ({
  page,
  openDevice,
}) => {
  const event = planned("2050-11-24", "10:00", IMAGE, { location: SCRIPT });
  await sharePlanning(page, [event]);
  const eve = await openDevice();
  await returnAsMember(eve, EVE, { selectedGroup: "1" });
  await eve.goto("/group");
  await eve.getByRole("button", { name: "Rejoindre ce groupe", exact: true }).click();
  await expect(eve.getByRole("region", { name: "Membres du groupe" })).toContainText(IMAGE);
  await expectOnlyText(eve);
  await page.request.post("/api/users/admins", { data: { email: EVE.email } });
  await page.request.post("/api/groups", { data: { name: SCRIPT } });
  await page.request.delete(`/api/events/${event.id}`);
  await page.goto("/administration");
  const journal = page.getByRole("region", { name: "Journal" });
  await expect(journal).toContainText(`a donné les droits d'administration à ${IMAGE} ${SCRIPT}`);
  await expect(journal).toContainText(`« ${IMAGE} »`);
  await expect(journal).toContainText(`« ${SCRIPT} »`);
  await expect(page.getByRole("region", { name: "Corbeille" })).toContainText(IMAGE);
  await expectOnlyText(page);
});

test("a script in an address or a field is shown as text, or not at all", async ({ page }) => {
  await returnAsAdmin(page, { selectedGroup: "1" });
  const payload = encodeURIComponent(SCRIPT + IMAGE);
  for (const path of [
    `/events/${payload}`,
    `/create-event?date=${payload}`,
    `/${payload}`,
    `/?${payload}#${payload}`,
  ]) {
    const answer = await page.goto(path);
    // A path with a dot names a file. For a missing file the server answers 404, without a page.
    if (answer?.status() !== 404) await page.getByRole("main").waitFor();
    await expectOnlyText(page);
  }
  await page.goto("/users");
  await page.getByRole("searchbox").fill(IMAGE);
  await expect(page.getByText(`Personne ne correspond à « ${IMAGE} ».`)).toBeVisible();
  await expectOnlyText(page);
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  for (const path of [`/register?invitation=${payload}`, `/reset-password?token=${payload}`, `/login?${payload}`]) {
    await page.goto(path);
    await page.getByRole("main").waitFor();
    await expectOnlyText(page);
  }
});

test("a page with injected elements runs no script of theirs, and loads nothing from another site", async ({
  openDevice,
}) => {
  // A separate device: its console may report the refusals.
  const page = await openDevice();
  await page.goto("/login");
  const refused = page.evaluate(async (origin) => {
    const violations = new Set<string>();
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective }) => {
      violations.add(effectiveDirective);
    });
    const script = document.createElement("script");
    script.textContent = "document.title = 'run'";
    const remote = document.createElement("script");
    remote.src = `${origin}/x.js`;
    const image = document.createElement("img");
    image.src = `${origin}/x.png`;
    const button = document.createElement("button");
    button.setAttribute("onclick", "document.title = 'run'");
    const frame = document.createElement("iframe");
    frame.src = origin;
    document.body.append(script, remote, image, button, frame);
    button.click();
    await fetch(origin).catch(() => undefined);
    while (violations.size < 5) await new Promise(requestAnimationFrame);
    return [...violations].toSorted();
  }, `https://${EVIL}`);
  expect(await refused).toEqual(["connect-src", "frame-src", "img-src", "script-src-attr", "script-src-elem"]);
  await expect(page).not.toHaveTitle("run");
});

test("no address sends a browser to another site, before or after signing in", async ({ page, request, baseURL }) => {
  const elsewhere: string[] = [];
  page.on("request", (sent) => {
    if (new URL(sent.url()).origin !== baseURL) elsewhere.push(sent.url());
  });
  await request.post("/api/auth/sign-up/email", {
    data: { ...MARIE, name: "Marie Petit", positions: MARIE.services },
  });
  const redirects = ["redirect", "next", "returnTo", "url", "continue"]
    .map((name) => `${name}=https://${EVIL}/`)
    .join("&");
  for (const path of [`//${EVIL}/`, `/\\${EVIL}/`, `/https://${EVIL}/`, `/%2f%2f${EVIL}/`, `/login?${redirects}`]) {
    await page.goto(`${baseURL}${path}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Connexion");
    expect(new URL(page.url()).origin).toBe(baseURL);
  }
  await page.getByLabel("Adresse e-mail", { exact: true }).fill(MARIE.email);
  await page.getByLabel("Mot de passe", { exact: true }).fill(MARIE.password);
  await page.getByRole("button", { name: "Se connecter", exact: true }).click();
  await expect(page).toHaveURL(`${baseURL}/select-group`);
  expect(elsewhere).toEqual([]);
});

test("another site cannot show the product in a frame", async ({ openDevice, baseURL }) => {
  const site = createServer((_request, response) => {
    response.setHeader("content-type", "text/html").end(`<iframe src="/own"></iframe><iframe src="${baseURL}/login">`);
  });
  await once(site.listen(0, "127.0.0.1"), "listening");
  const { port } = site.address() as AddressInfo;
  const page = await openDevice();
  await page.goto(`http://127.0.0.1:${port}/`);
  const frames = page.mainFrame().childFrames();
  await expect.poll(() => frames[1]?.url()).toMatch(/^chrome-error:/);
  // The other site's own frame is loaded: only the product refuses to be framed.
  expect(frames[0]?.url()).toBe(`http://127.0.0.1:${port}/own`);
  site.close();
});

test("signing in replaces a session cookie that was set before, and no script reads the new one", async ({
  page,
  context,
  request,
  baseURL,
}) => {
  await request.post("/api/auth/sign-up/email", {
    data: { ...MARIE, name: "Marie Petit", positions: MARIE.services },
  });
  const prepared = "prepared.signature";
  await context.addCookies([{ name: "diapason.session_token", value: prepared, url: String(baseURL) }]);
  await signIn(page, MARIE);
  const cookie = (await context.cookies()).find(({ name }) => name === "diapason.session_token");
  expect(cookie?.value).not.toBe(prepared);
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Lax", path: "/" });
  expect(await page.evaluate(() => document.cookie)).toBe("");
});
