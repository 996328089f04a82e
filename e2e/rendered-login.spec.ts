import type { Page } from "@playwright/test";
import { RENDERED_VIEW_ATTRIBUTE } from "#contract/visit/visit-data.ts";
import { CAMILLE } from "#test/support/browser/band-members.ts";
import { expect, test } from "#test/support/browser/diapason.ts";
import { holdScripts, SCRIPTS } from "#test/support/browser/held-scripts.ts";
import { outlineOf, watchFirstOutline } from "#test/support/browser/outlines.ts";
import { registerElsewhere } from "#test/support/browser/people.ts";
import { storedText } from "#test/support/browser/visits.ts";

const LOGIN_SCRIPT = /\/login-screen-.*\.js$/;

// The worker shows the stored page when the server's is late, and the machine may be busy.
test.use({ serviceWorkers: "block" });

function email(page: Page) {
  return page.getByLabel("Adresse e-mail", { exact: true });
}

function password(page: Page) {
  return page.getByLabel("Mot de passe", { exact: true });
}

function button(page: Page, name: string) {
  return page.getByRole("button", { name, exact: true });
}

async function fill(page: Page): Promise<void> {
  await email(page).fill(CAMILLE.email);
  await password(page).fill(CAMILLE.password);
}

/** Opens the form, whose scripts arrive when the returned function is called. */
async function open(page: Page, path = "/login"): Promise<() => void> {
  const release = await holdScripts(page);
  await page.goto(path, { waitUntil: "commit" });
  await expect(page.locator("#root form")).toBeAttached();
  return release;
}

/** The calls that try to sign in. */
function signIns(page: Page): string[] {
  const calls: string[] = [];
  page.on("request", (sent) => {
    if (sent.url().includes("/api/auth/sign-in/")) calls.push(sent.url());
  });
  return calls;
}

/** Whether the page's scripts run: the title is theirs. */
async function expectAlive(page: Page): Promise<void> {
  await expect(page).toHaveTitle(/Connexion/);
}

test("the form is there before any script of the page, and no font is in the way of the scripts", async ({ page }) => {
  const fonts: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "font") fonts.push(request.url());
  });
  const release = await open(page);
  await expect(button(page, "Se connecter")).toBeVisible();
  await expect(page.getByText(/admin@diapason\.example, avec n'importe quel mot de passe/)).toBeVisible();
  expect(fonts).toEqual([]);
  release();
  await expectAlive(page);
  await expect.poll(() => fonts).toHaveLength(2);
});

for (const path of ["/login", "/"]) {
  test(`at ${path} the server renders what the browser would draw, which then keeps it`, async ({ page }) => {
    const html = await (await page.request.get(path)).text();
    expect(html).toContain(RENDERED_VIEW_ATTRIBUTE);
    // The policy of styles would refuse it.
    expect(html).not.toMatch(/<[^>]+ style=/);
    const ownOutline = await watchFirstOutline(page);
    await page.addInitScript(() => {
      document.addEventListener("DOMContentLoaded", () => {
        Object.assign(window, { rendered: document.querySelector("#root form") });
      });
    });
    await page.goto(path);
    await expectAlive(page);
    await expect(page).toHaveURL("/login");
    expect(
      await page.evaluate(() => (window as unknown as { rendered: Element | null }).rendered?.isConnected),
      "the browser keeps the form",
    ).toBe(true);
    // With a state of its own, the browser draws the form itself.
    await page.evaluate(() => history.replaceState({ from: "elsewhere" }, ""));
    await page.reload();
    await expectAlive(page);
    const own = await ownOutline();
    expect(own.length).toBeGreaterThan(30);
    expect(await outlineOf(page, html)).toEqual(own);
  });
}

test("what is typed and pressed before the scripts are there signs in, and is remembered if ticked", async ({
  page,
  request,
}) => {
  await registerElsewhere(request, CAMILLE);
  const release = await open(page);
  await fill(page);
  await page.getByRole("checkbox", { name: "Se souvenir de moi" }).check();
  await button(page, "Se connecter").dblclick();
  release();
  await page.waitForURL("**/select-group");
  expect(await storedText(page, "rememberMe")).toBe("true");
});

test("the enter key pressed before the scripts are there signs in", async ({ page, request }) => {
  await registerElsewhere(request, CAMILLE);
  const release = await open(page);
  await fill(page);
  await password(page).press("Enter");
  release();
  await page.waitForURL("**/select-group");
});

test("a password manager that sends the form before the scripts are there signs in", async ({ page, request }) => {
  await registerElsewhere(request, CAMILLE);
  const release = await open(page);
  await fill(page);
  await page.evaluate(() => document.querySelector("form")?.requestSubmit());
  await expect(page).toHaveURL("/login");
  release();
  await page.waitForURL("**/select-group");
});

test("a password manager that sends the form while the page takes it over signs in", async ({ page, request }) => {
  await registerElsewhere(request, CAMILLE);
  const release = await open(page);
  await fill(page);
  await page.evaluate(() => {
    const html = document.documentElement;
    new MutationObserver((_, observer) => {
      observer.disconnect();
      document.querySelector("form")?.requestSubmit();
    }).observe(html, { attributeFilter: ["data-rendered-view"] });
  });
  release();
  await page.waitForURL("**/select-group");
});

test("a form that the browser sends by itself puts the password into no address, and is there again", async ({
  page,
}) => {
  const release = await open(page);
  await fill(page);
  const sent = page.waitForRequest((request) => request.method() === "POST");
  await page.evaluate(() => document.querySelector("form")?.submit());
  expect(new URL((await sent).url()).search).toBe("");
  release();
  await expectAlive(page);
  await expect(page).toHaveURL("/login");
  await expect(button(page, "Se connecter")).toBeVisible();
});

test("who goes on typing after an early press does not send the half of it", async ({ page, request }) => {
  await registerElsewhere(request, CAMILLE);
  const calls = signIns(page);
  const release = await open(page);
  await email(page).fill(CAMILLE.email);
  await password(page).fill("til");
  await password(page).press("Enter");
  await password(page).pressSequentially("leul");
  release();
  await expectAlive(page);
  await expect(password(page)).toHaveValue(CAMILLE.password);
  await button(page, "Se connecter").click();
  await page.waitForURL("**/select-group");
  expect(calls).toHaveLength(1);
});

test("of two buttons of the form pressed before the scripts are there, the last one counts", async ({
  page,
  request,
}) => {
  await registerElsewhere(request, CAMILLE);
  const calls = signIns(page);
  const mails: string[] = [];
  page.on("request", (sent) => {
    if (sent.url().includes("reset")) mails.push(sent.url());
  });
  const release = await open(page);
  await fill(page);
  await button(page, "Mot de passe oublié ?").click();
  await button(page, "Se connecter").click();
  release();
  await page.waitForURL("**/select-group");
  expect(calls).toHaveLength(1);
  expect(mails.filter((address) => address.includes("/api/"))).toEqual([]);
});

for (const [change, script] of Object.entries({
  "an extension adds an element": () => {
    document.querySelector("#root input[name=password]")?.after(document.createElement("div"));
  },
  "a translation wraps the texts": () => {
    for (const label of document.querySelectorAll("#root label, #root button")) {
      const font = document.createElement("font");
      font.append(...label.childNodes);
      label.append(font);
    }
  },
})) {
  test(`where ${change} before the scripts are there, nothing typed or pressed is lost`, async ({
    openDevice,
    request,
  }) => {
    await registerElsewhere(request, CAMILLE);
    // React logs that it draws the form anew.
    const page = await openDevice({ serviceWorkers: "block" });
    const release = await open(page);
    await fill(page);
    await page.getByRole("checkbox", { name: "Se souvenir de moi" }).check();
    await button(page, "Se connecter").click();
    await page.evaluate(script);
    release();
    await page.waitForURL("**/select-group");
    expect(await storedText(page, "rememberMe")).toBe("true");
  });
}

for (const [name, file] of Object.entries({ "the page's script": /\/index-.*\.js$/, "the form's": LOGIN_SCRIPT })) {
  test(`where ${name} could not be fetched, the form waits for it with all that was typed`, async ({
    page,
    request,
  }) => {
    await registerElsewhere(request, CAMILLE);
    await page.clock.install();
    let isReachable = false;
    let refused = 0;
    await page.route(file, (route) => {
      if (isReachable) return route.fallback();
      refused += 1;
      return route.abort();
    });
    await page.goto("/login");
    await fill(page);
    await password(page).press("Enter");
    await expect.poll(() => refused).toBeGreaterThan(0);
    await expect(email(page)).toHaveValue(CAMILLE.email);
    isReachable = true;
    await page.clock.runFor(6000);
    await page.waitForURL("**/select-group");
  });
}

test("where the form's code cannot be had, the page says so, and the form that cannot be sent is gone", async ({
  openDevice,
}) => {
  const page = await openDevice({ serviceWorkers: "block" });
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") sent.push(request.url());
  });
  // The page's script finds out, and not the early fetch.
  await page.route("**/login", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: (await answer.text()).replaceAll(/<link rel="preload"[^>]*>/g, "") });
  });
  await page.route(LOGIN_SCRIPT, (route) => route.abort());
  await page.goto("/login", { waitUntil: "commit" });
  await expect(page.getByText("Cette page ne peut pas s'afficher")).toBeVisible();
  await expect(page.locator("form")).toHaveCount(0);
  expect(sent).toEqual([]);
});

test("where the page's script is gone for good, the page of the newer version is asked for, once", async ({ page }) => {
  await page.clock.install();
  const pages: string[] = [];
  page.on("request", (sent) => {
    if (sent.isNavigationRequest()) pages.push(sent.url());
  });
  await page.route(SCRIPTS, (route) => route.fulfill({ status: 404, body: "Not found" }));
  await page.goto("/login");
  await expect
    .poll(async () => {
      await page.clock.runFor(6000);
      return pages.length;
    })
    .toBe(2);
  for (let times = 0; times < 3; times += 1) await page.clock.runFor(6000);
  expect(pages).toHaveLength(2);
});

test("what is typed half before and half after the scripts are there is one text", async ({ page, request }) => {
  await registerElsewhere(request, CAMILLE);
  const release = await open(page);
  await email(page).pressSequentially("camille@");
  release();
  await email(page).pressSequentially("example.org");
  await expectAlive(page);
  await expect(email(page)).toBeFocused();
  await expect(email(page)).toHaveValue(CAMILLE.email);
  await password(page).fill(CAMILLE.password);
  await button(page, "Se connecter").click();
  await page.waitForURL("**/select-group");
});

test("a button beside the fields pressed before the scripts are there does its work, and keeps what is typed", async ({
  page,
}) => {
  const release = await open(page);
  await fill(page);
  await button(page, "Afficher le mot de passe").click();
  release();
  await expect(button(page, "Masquer le mot de passe")).toBeVisible();
  await expect(password(page)).toHaveAttribute("type", "text");
  await expect(password(page)).toHaveValue(CAMILLE.password);
  await expect(email(page)).toHaveValue(CAMILLE.email);
});

test("a forgotten password told before the scripts are there asks for the e-mail address", async ({ page }) => {
  const release = await open(page);
  await button(page, "Mot de passe oublié ?").click();
  release();
  await expect(page.getByRole("alert")).toHaveText("Veuillez saisir votre adresse e-mail");
  await expect(email(page)).toBeFocused();
});

test("the link to the registration works before the scripts are there", async ({ page }) => {
  const release = await open(page);
  await page.getByRole("link", { name: "Créer un compte" }).click();
  await expect(page).toHaveURL("/register");
  release();
  await expect(page.getByRole("heading", { name: "Créer un compte" })).toBeVisible();
});

test("a browser that shows somebody as signed in does not show the form", async ({ page, request }) => {
  const user = await registerElsewhere(request, CAMILLE);
  // An address of this site without the application, which would notice that there is no session.
  await page.goto("/api/config");
  await page.evaluate((stored) => {
    localStorage.setItem("currentUser", JSON.stringify(stored));
    localStorage.setItem("rememberMe", "true");
  }, user);
  const release = await open(page);
  await expect(page.locator("#root form")).toBeHidden();
  release();
  await expect(page.getByText("Votre session a pris fin")).toBeVisible();
  await expect(button(page, "Se connecter")).toBeVisible();
});

test("an e-mail address that leads to the form is still in it after a reload", async ({ page }) => {
  await page.goto("/login");
  await expectAlive(page);
  await page.evaluate(() => history.replaceState({ email: "camille@example.org" }, ""));
  await page.reload();
  await expect(email(page)).toHaveValue("camille@example.org");
});

test("the address of an event is kept for after the sign-in, so its page draws the form itself", async ({ page }) => {
  const html = await (await page.request.get("/events/unknown")).text();
  expect(html).not.toContain(RENDERED_VIEW_ATTRIBUTE);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a sentence says what is missing, and no form pretends to work", async ({ page }) => {
    await page.goto("/login");
    await expect(page.locator("noscript")).toBeInViewport();
    expect(await page.locator("noscript").innerHTML()).toContain("Diapason a besoin de JavaScript");
    await expect(button(page, "Se connecter")).toBeHidden();
  });
});
