import type { Page } from "@playwright/test";
import { CAMILLE, ELISE } from "#test/support/browser/band-members.ts";
import { expect, test } from "#test/support/browser/diapason.ts";
import {
  chooseGroup,
  register,
  registerElsewhere,
  signIn,
  signInAsAdmin,
  signOut,
} from "#test/support/browser/people.ts";
import { openTab, returnAsMember, storedText, withoutVisitData } from "#test/support/browser/visits.ts";

/** E-mail address of the user whose session the browser's cookie holds, as the server reports it. */
async function serverSession(page: Page): Promise<string | null> {
  const session = await (await page.request.get("/api/auth/get-session")).json();
  return session === null ? null : session.user.email;
}

function alert(page: Page) {
  return page.getByRole("alert");
}

async function fillLogin(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("Adresse e-mail", { exact: true }).fill(email);
  await page.getByLabel("Mot de passe", { exact: true }).fill(password);
}

test.describe("who may open what", () => {
  for (const path of ["/", "/select-group", "/events/any", "/create-event", "/users", "/nowhere"]) {
    test(`nobody signed in: ${path} leads to /login`, async ({ page }) => {
      await page.goto(path);
      await expect(page).toHaveURL(/\/login$/);
      await expect(page.getByRole("heading", { name: "Connexion" })).toBeVisible();
      await expect(page).toHaveTitle("Connexion · Diapason");
    });
  }

  test("a member without a group chooses one before anything that needs it", async ({ page }) => {
    await returnAsMember(page, CAMILLE);
    for (const path of ["/", "/events/any", "/nowhere"]) {
      await page.goto(path);
      await expect(page).toHaveURL(/\/select-group$/);
    }
  });

  test("a member never opens what is for admins, and a signed-in person has no use for /login", async ({ page }) => {
    await returnAsMember(page, CAMILLE, { selectedGroup: "2" });
    for (const path of ["/create-event", "/users", "/login", "/register", "/nowhere"]) {
      await page.goto(path);
      await expect(page.getByRole("region", { name: "Calendrier" })).toBeVisible();
      await expect(page).toHaveURL(/:\d+\/$/);
    }
  });

  test("a stored group that no longer exists is dropped", async ({ page }) => {
    await returnAsMember(page, CAMILLE, { selectedGroup: "gone" });
    await page.goto("/");
    await expect(page).toHaveURL(/\/select-group$/);
    expect(await storedText(page, "selectedGroup")).toBeNull();
  });
});

test.describe("signing in", () => {
  test("leads to the groups, and without remember-me stores nobody", async ({ page, request }) => {
    await signInAsAdmin(page, request);
    await expect(page.getByRole("heading", { name: "Choisir un groupe" })).toBeFocused();
    for (const key of ["currentUser", "rememberMe"]) expect(await storedText(page, key)).toBeNull();
    await chooseGroup(page, "Louange du dimanche");
    expect(await storedText(page, "selectedGroup")).toBe("1");
  });

  test("says what is missing, malformed, unknown or wrong, each in its place, and keeps what was typed", async ({
    page,
    request,
  }) => {
    await registerElsewhere(request, CAMILLE);
    await page.goto("/login");
    const email = page.getByLabel("Adresse e-mail", { exact: true });
    const password = page.getByLabel("Mot de passe", { exact: true });
    const submit = page.getByRole("button", { name: "Se connecter", exact: true });
    await submit.click();
    await expect(alert(page)).toHaveText("Adresse e-mail et mot de passe requis");
    await expect(email).toBeFocused();
    await fillLogin(page, "camille@", "faux-mot");
    await submit.click();
    await expect(alert(page)).toHaveText("Adresse e-mail non valide");
    await fillLogin(page, "personne@example.org", "faux-mot");
    await submit.click();
    await expect(alert(page)).toHaveText("User not found");
    await expect(password).toHaveValue("faux-mot");
    await fillLogin(page, CAMILLE.email, "faux-mot");
    await submit.click();
    await expect(alert(page)).toHaveText("Mot de passe non valide");
    await expect(page.getByText("Mot de passe non valide")).toHaveCSS("font-weight", "700");
    await expect(password).toHaveValue("");
    await expect(password).toBeFocused();
    await expect(email).toHaveValue(CAMILLE.email);
  });

  test("says when the server does not answer", async ({ page }) => {
    await page.goto("/login");
    await page.route("**/api/auth/**", (route) => route.abort());
    await fillLogin(page, CAMILLE.email, CAMILLE.password);
    await page.getByRole("button", { name: "Se connecter", exact: true }).click();
    await expect(alert(page)).toHaveText("Le serveur ne répond pas. Vérifiez votre connexion.");
    await expect(page.getByLabel("Mot de passe", { exact: true })).toHaveValue(CAMILLE.password);
  });

  test("twice by a double press is once", async ({ page, request }) => {
    await registerElsewhere(request, CAMILLE);
    const calls: string[] = [];
    page.on("request", (sent) => {
      if (sent.url().includes("/sign-in/")) calls.push(sent.url());
    });
    await page.goto("/login");
    await fillLogin(page, CAMILLE.email, CAMILLE.password);
    await page.getByRole("button", { name: "Se connecter", exact: true }).dblclick();
    await page.waitForURL("**/select-group");
    expect(calls).toHaveLength(1);
  });

  test("tells of the default admin where there is one", async ({ page }) => {
    await page.goto("/login");
    await expect(page.getByText(/admin@diapason\.example, avec n'importe quel mot de passe/)).toBeVisible();
  });
});

test.describe("registering", () => {
  test("says one thing at a time, from the first field on, and loses nothing typed", async ({ page }) => {
    await page.goto("/register");
    const submit = page.getByRole("button", { name: "Créer mon compte" });
    const fill = (label: string, value: string) => page.getByLabel(label, { exact: true }).fill(value);
    await fill("Prénom", "Camille");
    await fill("Nom", "Perrin");
    await fill("Adresse e-mail", "camille@");
    await fill("Mot de passe", "court");
    await submit.click();
    await expect(alert(page)).toHaveText("Tous les champs sont obligatoires");
    await expect(page.getByLabel("Confirmer le mot de passe", { exact: true })).toBeFocused();
    await fill("Confirmer le mot de passe", "autre");
    for (const [sentence, label, value] of [
      ["Adresse e-mail non valide", "Adresse e-mail", "camille@example.org"],
      ["Le mot de passe doit contenir au moins 6 caractères", "Mot de passe", "la-croche"],
      ["Les mots de passe ne correspondent pas", "Confirmer le mot de passe", "la-croche"],
    ] as const) {
      await submit.click();
      await expect(alert(page)).toHaveText(sentence);
      await expect(page.getByLabel(label, { exact: true })).toBeFocused();
      await fill(label, value);
    }
    await submit.click();
    await expect(alert(page)).toHaveText("Veuillez sélectionner au moins une position");
    await expect(page.getByLabel("Prénom", { exact: true })).toHaveValue("Camille");
  });

  test("takes one guitar at most", async ({ page }) => {
    await page.goto("/register");
    await page.getByRole("checkbox", { name: "Guitare acoustique" }).check();
    await page.getByRole("checkbox", { name: "Guitare électrique" }).check();
    await expect(page.getByRole("checkbox", { name: "Guitare acoustique" })).not.toBeChecked();
  });

  test("a taken address says so, and keeps the form", async ({ page, request }) => {
    await registerElsewhere(request, CAMILLE);
    await page.goto("/register");
    for (const [label, value] of [
      ["Prénom", "Camille"],
      ["Nom", "Perrin"],
      ["Adresse e-mail", "CAMILLE@example.org"],
      ["Mot de passe", "autre-mot"],
      ["Confirmer le mot de passe", "autre-mot"],
    ] as const) {
      await page.getByLabel(label, { exact: true }).fill(value);
    }
    await page.getByRole("checkbox", { name: "Voix" }).check();
    await page.getByRole("button", { name: "Créer mon compte" }).click();
    await expect(alert(page).getByText("Échec de la création du compte", { exact: true })).toBeVisible();
    await expect(alert(page).getByText("Un compte existe déjà avec cette adresse e-mail.")).toBeVisible();
    await expect(page.getByRole("checkbox", { name: "Voix" })).toBeChecked();
    await expect(page.getByLabel("Mot de passe", { exact: true })).toHaveValue("autre-mot");
  });

  test("stores the person: a reload finds them signed in at once", async ({ page }) => {
    await register(page, CAMILLE);
    expect(JSON.parse((await storedText(page, "currentUser")) ?? "{}")).toMatchObject({
      firstName: "Camille",
      email: CAMILLE.email,
      roles: ["member"],
      isAdmin: false,
    });
    await page.reload();
    await expect(page.getByText(/Bonjour Camille/)).toBeVisible();
  });
});

test.describe("a session without remember-me", () => {
  test.beforeEach(async ({ page, request }) => {
    await registerElsewhere(request, CAMILLE);
    await signIn(page, CAMILLE);
  });

  test("ends with a reload of its tab, on the server too", async ({ page }) => {
    await page.reload();
    await expect(page).toHaveURL(/\/login$/);
    await expect.poll(() => serverSession(page)).toBeNull();
  });

  test("is not ended by another tab, by its reload, or by a link opened in the same tab", async ({ page }) => {
    const other = await openTab(page, "/");
    await expect(other).toHaveURL(/\/login$/);
    await other.reload();
    await expect(other.getByRole("heading", { name: "Connexion" })).toBeVisible();
    await page.goto("/events/from-a-mail");
    await expect(page).toHaveURL(/\/login$/);
    expect(await serverSession(page)).toBe(CAMILLE.email);
  });

  test("of another tab survives the reload of the tab that signed in before", async ({ page }) => {
    const other = await page.context().newPage();
    await signIn(other, CAMILLE);
    await page.reload();
    await expect(page).toHaveURL(/\/login$/);
    // The reload ends the session by a call, and the sign-in waits for it. So no call is in flight any more.
    expect(await serverSession(other)).toBe(CAMILLE.email);
    await expect(other.getByText(/Bonjour Camille/)).toBeVisible();
  });

  test("is over in its tab as soon as somebody else signs in in another one, whose group stays", async ({ page }) => {
    await chooseGroup(page, "Soirée de prière");
    await page.getByRole("button", { name: "Menu utilisateur" }).click();
    await page.getByRole("button", { name: "Modifier le profil" }).click();
    // The first tab learns of it late, when the second user has chosen a group.
    const isChosen = Promise.withResolvers<void>();
    await page.route("/api/auth/get-session", async (route) => {
      await isChosen.promise;
      await route.continue();
    });
    const other = await page.context().newPage();
    await register(other, ELISE);
    await chooseGroup(other, "Groupe de jeunes");
    await page.getByRole("button", { name: "Enregistrer", exact: true }).click();
    await expect(page.getByRole("alert")).toContainText("Une autre personne s'est connectée dans ce navigateur.");
    isChosen.resolve();
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByText("Une autre personne s'est connectée dans ce navigateur.")).toBeVisible();
    expect(await storedText(other, "selectedGroup")).toBe("2");
    expect(await serverSession(other)).toBe(ELISE.email);
    const users: { firstName: string }[] = await (await other.request.get("/api/users")).json();
    expect(users.map(({ firstName }) => firstName).toSorted()).toEqual([CAMILLE.firstName, ELISE.firstName]);
  });
});

test.describe("a remembered session", () => {
  test("that the server refuses signs out; a server that is silent does not", async ({ page }) => {
    await returnAsMember(page, CAMILLE, { selectedGroup: "1" });
    await withoutVisitData(page);
    await page.route("**/api/**", (route) => route.abort());
    await page.goto("/");
    await expect(page.getByRole("region", { name: "Calendrier" })).toBeVisible();
    await expect(page.getByText("Le serveur ne répond pas. Vérifiez votre connexion.")).toBeVisible();
    await page.unroute("**/api/**");
    await page.context().clearCookies();
    await page.reload();
    await expect(page).toHaveURL(/\/login$/);
    for (const key of ["currentUser", "rememberMe", "selectedGroup"]) expect(await storedText(page, key)).toBeNull();
  });

  test("is ended by signing out, here, on the server and in the other tab", async ({ page }) => {
    await returnAsMember(page, CAMILLE, { selectedGroup: "1" });
    await page.goto("/");
    const other = await openTab(page, "/");
    await expect(other.getByRole("region", { name: "Calendrier" })).toBeVisible();
    await signOut(page);
    await expect(other).toHaveURL(/\/login$/);
    expect(await serverSession(page)).toBeNull();
    for (const key of ["currentUser", "rememberMe", "selectedGroup"]) expect(await storedText(page, key)).toBeNull();
  });

  test("made by registering ends with a sign-out, and a sign-in without remember-me leaves the second tab out", async ({
    page,
  }) => {
    await register(page, CAMILLE);
    const other = await openTab(page, "/select-group");
    await expect(other.getByText(/Bonjour Camille/)).toBeVisible();
    await signOut(page);
    await expect(other).toHaveURL(/\/login$/);
    await signIn(page, CAMILLE);
    for (const key of ["currentUser", "rememberMe"]) expect(await storedText(page, key)).toBeNull();
    await other.reload();
    await expect(other.getByRole("heading", { name: "Connexion" })).toBeVisible();
    expect(await serverSession(page)).toBe(CAMILLE.email);
    await page.reload();
    await expect(page).toHaveURL(/\/login$/);
    await expect.poll(() => serverSession(page)).toBeNull();
  });

  test("leaves nothing to see behind the back button once it is over", async ({ page }) => {
    await returnAsMember(page, CAMILLE, { selectedGroup: "1" });
    await page.goto("/select-group");
    await page.getByRole("button", { name: "Groupe de jeunes" }).click();
    await expect(page.getByRole("region", { name: "Calendrier" })).toBeVisible();
    await page.getByRole("button", { name: "Menu utilisateur" }).click();
    await page.getByRole("button", { name: "Se déconnecter" }).dblclick();
    await expect(page).toHaveURL(/\/login$/);
    for (const step of ["back", "forward"] as const) {
      await page.evaluate((direction) => history[direction](), step);
      await expect(page).toHaveURL(/\/login$/);
      await expect(page.getByRole("heading", { name: "Connexion" })).toBeVisible();
      await expect(page.getByText(/Camille|Groupe de jeunes|Calendrier/)).toHaveCount(0);
    }
  });

  test("gives way to a sign-in without remember-me, which stores nobody", async ({ page, request }) => {
    await registerElsewhere(request, CAMILLE);
    await page.goto("/login");
    await page.evaluate(() => localStorage.setItem("rememberMe", "true"));
    await signIn(page, CAMILLE);
    expect(await storedText(page, "rememberMe")).toBeNull();
  });

  test("whose stored user cannot be read is set aside, and told", async ({ page }) => {
    await returnAsMember(page, CAMILLE);
    await page.evaluate(() => localStorage.setItem("currentUser", "{oops"));
    await page.goto("/");
    await expect(page).toHaveURL(/\/login$/);
    await expect(alert(page)).toContainText("Des données de ce navigateur étaient illisibles : votre connexion.");
    const kept = await page.evaluate(() => Object.entries(localStorage).find(([key]) => key.includes(".corrupt-")));
    expect(kept).toEqual([expect.stringMatching(/^currentUser\.corrupt-\d+$/), "{oops"]);
    await page.getByRole("button", { name: "J'ai compris" }).click();
    await expect(alert(page)).toHaveCount(0);
  });
});

test("the appearance that was chosen stays chosen", async ({ page }) => {
  await returnAsMember(page, CAMILLE, { selectedGroup: "1" });
  await page.goto("/");
  await page.getByRole("button", { name: "Menu utilisateur" }).click();
  await page.getByText("Sombre", { exact: true }).click();
  await page.reload();
  await expect(page.locator("html")).toHaveCSS("color-scheme", "dark");
});
