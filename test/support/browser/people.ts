import { type APIRequestContext, expect, type Page } from "@playwright/test";

/** The fields of the register screen. */
export type Person = {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
  services: readonly string[];
};

/** Registers through the screen. Ends on the choice of a group. */
export async function register(page: Page, person: Person, address = "/register"): Promise<void> {
  await page.goto(address);
  await page.getByLabel("Prénom", { exact: true }).fill(person.firstName);
  await page.getByLabel("Nom", { exact: true }).fill(person.lastName);
  await page.getByLabel("Adresse e-mail", { exact: true }).fill(person.email);
  await page.getByLabel("Mot de passe", { exact: true }).fill(person.password);
  await page.getByLabel("Confirmer le mot de passe", { exact: true }).fill(person.password);
  for (const service of person.services) await page.getByRole("checkbox", { name: service, exact: true }).check();
  await page.getByRole("button", { name: "Créer mon compte", exact: true }).click();
  await page.waitForURL("**/select-group");
}

/** Registers without the screen, as on another device. Returns the account as the server sent it. */
export async function registerElsewhere(request: APIRequestContext, person: Person): Promise<unknown> {
  const { services: positions, ...form } = person;
  const name = `${person.firstName} ${person.lastName}`;
  const answer = await request.post("/api/auth/sign-up/email", { data: { ...form, name, positions } });
  expect(answer.status()).toBe(201);
  return (await answer.json()).user;
}

/** Signs in through the screen. Ends on the choice of a group. */
export async function signIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Adresse e-mail", { exact: true }).fill(email);
  await page.getByLabel("Mot de passe", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Se connecter", exact: true }).click();
  await page.waitForURL("**/select-group");
}

/** Signs in as the built-in admin, with the credentials from `GET /api/config`. */
export async function signInAsAdmin(page: Page, request: APIRequestContext): Promise<void> {
  const { defaultAdmin } = await (await request.get("/api/config")).json();
  await signIn(page, defaultAdmin);
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Menu utilisateur" }).click();
  await page.getByRole("button", { name: "Se déconnecter" }).click();
  await page.waitForURL("**/login");
}

/** From the choice of a group to its dashboard. */
export async function chooseGroup(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name, exact: true }).click();
  await page.getByRole("region", { name: "Calendrier" }).waitFor();
}
