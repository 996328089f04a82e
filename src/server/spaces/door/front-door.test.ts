import { expect, test } from "vitest";
import { API } from "#contract/paths.ts";
import { frontDoorForThisTest, ROTONDE, type TestFrontDoor, urlIn } from "#test/support/server/test-front-door.ts";
import { type Answer, EITHER_ENGINE, ENGINES, MARIE } from "#test/support/server/test-server.ts";
import { spacesForThisTest, type TestSpaces } from "#test/support/server/test-spaces.ts";
import { sentenceOf } from "#text/errors/errors.ts";
import { readBoolean } from "../../database/schema.ts";

const VOID = "Ce lien n'est plus valable.";
const SENT = "Un message vous attend\u00a0: ouvrez son lien pour créer l'espace.";

function wordsOf({ text }: Pick<Answer, "text">): string {
  return text.replaceAll("&#39;", "'");
}

/** Follows a link up to the space's form. Returns the invitation in its address. */
async function open({ submit, spaces }: TestFrontDoor, token: string): Promise<string> {
  const { status, headers } = await submit("/open", { token });
  expect(status).toBe(303);
  const url = new URL(String(headers["location"]));
  expect([url.host, url.pathname]).toEqual([`rotonde.${new URL(spaces.baseUrl).host}`, "/register"]);
  return url.searchParams.get("invitation") ?? "";
}

/** Whether the one account of a space has a confirmed address. */
async function isConfirmed({ databaseOf }: TestSpaces, slug: string): Promise<boolean> {
  const { kysely } = await databaseOf(slug);
  const { email_verified: stored } = await kysely
    .selectFrom("users")
    .select("email_verified")
    .executeTakeFirstOrThrow();
  return readBoolean(stored);
}

function signUp({ spaces }: TestFrontDoor, invitation: string, person: Partial<typeof MARIE> = {}) {
  const form = { ...MARIE, email: ROTONDE.email, ...person, invitation };
  return spaces.clientOf("rotonde").post("/api/auth/sign-up/email", form);
}

test.each(ENGINES)(
  "the link makes the space, and its account is the first admin with a confirmed address; nothing exists before, on %s",
  async (engine) => {
    const door = await frontDoorForThisTest({ engine });
    const asked = await door.submit("/create", ROTONDE);
    expect([asked.status, wordsOf(asked).includes(SENT)]).toEqual([200, true]);
    const mail = await door.nextMail();
    expect(mail.to?.[0]?.address).toBe(ROTONDE.email);
    const url = urlIn(mail);
    expect(url.origin).toBe(door.spaces.baseUrl);
    expect(await door.spaces.register.list()).toEqual([]);
    // As a mail program that looks at links does.
    for (const method of ["GET", "GET", "HEAD"]) {
      const { status, headers } = await door.visitor.send(method, url.pathname + url.search);
      expect(status).toBe(200);
      // Its form leads to another origin.
      expect(headers["content-security-policy"]).toContain(`form-action 'self' http://*.${url.host};`);
    }
    expect(await door.spaces.register.list()).toEqual([]);
    const invitation = await open(door, url.searchParams.get("token") ?? "");
    const checked = await door.spaces.clientOf("rotonde").post(API.invitationCheck, { invitation });
    expect(checked.json()).toMatchObject({ person: { email: ROTONDE.email } });
    const registered = await signUp(door, invitation);
    expect(registered.json()).toMatchObject({ user: { isAdmin: true } });
    expect(await isConfirmed(door.spaces, "rotonde")).toBe(true);
    expect((await door.spaces.register.find("rotonde"))?.name).toBe(ROTONDE.name);
  },
);

test.each(ENGINES)(
  "until the account exists the link leads to the same form, twice and in two tabs, and afterwards it is void, on %s",
  async (engine) => {
    const door = await frontDoorForThisTest({ engine, idleMs: 50 });
    const { path, token } = await door.ask();
    const [one, two] = await Promise.all([open(door, token), open(door, token)]);
    expect(two).toBe(one);
    // The space is made, and closed again.
    expect((await door.spaces.clientOf("rotonde").get("/api/health")).status).toBe(200);
    await expect.poll(door.spaces.countOpen).toBe(0);
    expect((await door.visitor.get(path)).text).toContain("data-send");
    expect(await open(door, token)).toBe(one);
    expect((await signUp(door, one)).status).toBe(201);
    expect(wordsOf(await door.visitor.get(path))).toContain(VOID);
    expect(wordsOf(await door.submit("/open", { token }))).toContain(VOID);
    expect((await signUp(door, one, { email: "paul@example.org" })).status).toBe(403);
  },
);

test.each(EITHER_ENGINE)(
  "a link after 24 hours, of a deleted space, or changed in any way is void, and makes nothing, on %s",
  async (engine) => {
    let now = new Date("2026-11-24T12:00:00Z");
    const door = await frontDoorForThisTest({ engine, clock: () => now });
    const { path, token } = await door.ask();
    const [content = "", signature = ""] = token.split(".");
    const other = Buffer.from(JSON.stringify(["x", "admin", "x@example.org", "9999999999999"])).toString("base64url");
    for (const bad of ["", "x", content, `${other}.${signature}`, `${token}x`, "é".repeat(40)]) {
      expect([bad, wordsOf(await door.submit("/open", { token: bad })).includes(VOID)]).toEqual([bad, true]);
    }
    now = new Date("2026-11-25T11:59:00Z");
    expect((await door.visitor.get(path)).text).toContain("data-send");
    now = new Date("2026-11-25T12:00:00Z");
    expect(wordsOf(await door.visitor.get(path))).toContain(VOID);
    expect(wordsOf(await door.submit("/open", { token }))).toContain(VOID);
    expect(await door.spaces.register.list()).toEqual([]);
    const late = await door.ask();
    await open(door, late.token);
    await door.spaces.register.changeState("rotonde", { from: ["new", "active"], to: "deleted", act: "deleted", now });
    expect(wordsOf(await door.visitor.get(late.path))).toContain(VOID);
  },
);

test.each(EITHER_ENGINE)(
  "a link whose address somebody else took meanwhile says so at the field, with all that was typed, on %s",
  async (engine) => {
    const door = await frontDoorForThisTest({ engine });
    const paul = await door.ask({ email: "paul@example.org", name: 'Fanfare "du" <port>' });
    const { token } = await door.ask();
    await open(door, token);
    for (const answer of [await door.visitor.get(paul.path), await door.submit("/open", { token: paul.token })]) {
      expect(answer.status).toBe(422);
      expect(answer.text).toContain("Cette adresse est déjà prise.");
      expect(answer.text).toContain('value="Fanfare &quot;du&quot; &lt;port&gt;"');
      expect(answer.text).toContain('value="paul@example.org"');
    }
    // Its space is not theirs: no link but its own opens its form.
    expect((await door.spaces.register.find("rotonde"))?.firstAdmin?.email).toBe(ROTONDE.email);
  },
);

test.each(ENGINES)("a creation that was killed at any step is finished by the same link, on %s", async (engine) => {
  const door = await frontDoorForThisTest({ engine });
  const { token } = await door.ask();
  const invitation = await open(door, token);
  // Killed after the row was written, before anything answered.
  await door.spaces.stop();
  const again = { ...door, spaces: await door.spaces.restart() };
  const host = new URL(again.spaces.baseUrl).host;
  const { headers } = await again.spaces.clientAt(host).send("POST", "/open", {
    raw: new URLSearchParams({ token }).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
  expect(new URL(String(headers["location"])).searchParams.get("invitation")).toBe(invitation);
  expect((await signUp(again, invitation)).status).toBe(201);
});

test.each(ENGINES)("a mail that waits for its server is stored sealed, on %s", async (engine) => {
  const door = await frontDoorForThisTest({ engine, settings: { MAIL_URL: "smtp://127.0.0.1:1" } });
  expect((await door.submit("/create", ROTONDE)).status).toBe(200);
  await door.spaces.stop();
  const jobs = await door.spaces.register.database.kysely.selectFrom("job").selectAll().execute();
  expect(jobs).toHaveLength(1);
  expect(JSON.stringify(jobs)).not.toMatch(/camille|rotonde|Louange/);
});

test.each(ENGINES)(
  "an operator's link, which anybody may have passed on, confirms no address, on %s",
  async (engine) => {
    const spaces = await spacesForThisTest({ engine });
    await spaces.createWithAdmin("chorale");
    expect(await isConfirmed(spaces, "chorale")).toBe(false);
  },
);

test.each([
  ["a blank name", { name: " \t" }, "name", "Donnez le nom de votre équipe."],
  ["a name that is too long", { name: "x".repeat(201) }, "name", "Ce texte est trop long"],
  ["an illegible name", { name: "Chorale\u0000" }, "name", "Ce texte contient des caractères invisibles"],
  ["a short address", { slug: "ab" }, "slug", "3 à 30 lettres"],
  ["a long address", { slug: "a".repeat(31) }, "slug", "3 à 30 lettres"],
  ["a hyphen at the edge", { slug: "-rotonde" }, "slug", "3 à 30 lettres"],
  ["accents", { slug: "été" }, "slug", "3 à 30 lettres"],
  ["letters that look alike", { slug: "rоtonde" }, "slug", "3 à 30 lettres"],
  ["a path", { slug: "../../etc" }, "slug", "3 à 30 lettres"],
  ["a reserved address", { slug: "Admin" }, "slug", "Cette adresse est réservée"],
  ["an address in other letters", { slug: "xn--t-9ja" }, "slug", "Cette adresse est réservée"],
  ["no address that the name suggests", { name: "合唱団", slug: "" }, "slug", "3 à 30 lettres"],
  ["no e-mail", { email: "" }, "email", "Donnez votre adresse e-mail."],
  ["a bad e-mail", { email: "camille@" }, "email", sentenceOf("account.email_invalid")],
  ["two e-mails", { email: "a@example.org\r\nBcc: b@example.org" }, "email", sentenceOf("account.email_invalid")],
])("%s is refused at its field, and nothing is sent", async (_, wrong, field, sentence) => {
  const door = await frontDoorForThisTest();
  const answer = await door.submit("/create", { ...ROTONDE, ...wrong });
  expect(answer.status).toBe(422);
  const note = new RegExp(`id="${field}-note"[\\s\\S]*?</p>`).exec(wordsOf(answer))?.[0];
  expect(note).toContain(sentence);
  expect(answer.text.match(/aria-invalid="true"/g)).toHaveLength(1);
  expect(await door.spaces.register.database.kysely.selectFrom("job").selectAll().execute()).toEqual([]);
});

test.each(EITHER_ENGINE)(
  "without a script an empty address is that of the name, and a taken one is refused, on %s",
  async (engine) => {
    const door = await frontDoorForThisTest({ engine });
    await door.submit("/create", { ...ROTONDE, slug: "" });
    expect((await door.nextMail()).text).toContain("louange-de-la-rotonde.localhost");
    await door.spaces.create("fanfare");
    const taken = await door.submit("/create", { ...ROTONDE, slug: " FANFARE " });
    expect([taken.status, taken.text.includes("Cette adresse est déjà prise.")]).toEqual([422, true]);
    const isFree = async (slug: string) =>
      (await door.visitor.get(`/api/spaces/free?slug=${encodeURIComponent(slug)}`)).json();
    expect(await isFree("fanfare")).toEqual({ isFree: false });
    expect(await isFree("rotonde")).toEqual({ isFree: true });
    expect(await isFree("admin")).toEqual({ isFree: false });
  },
);

test.each(EITHER_ENGINE)(
  "SPACE_CREATION=closed has no form for a space, and takes none; old links still work, on %s",
  async (engine) => {
    const door = await frontDoorForThisTest({ engine });
    const { token } = await door.ask();
    await door.spaces.stop();
    const closed = await door.spaces.restart({
      settings: { SPACE_CREATION: "closed", AUTH_SECRET: "" },
    });
    const visitor = closed.clientAt(new URL(closed.baseUrl).host);
    const page = await visitor.get("/");
    expect(page.text).not.toContain("Nom de l");
    expect(page.text).toContain("Retrouver mes espaces");
    const form = { "content-type": "application/x-www-form-urlencoded" };
    const refused = await visitor.send("POST", "/create", {
      raw: new URLSearchParams(ROTONDE).toString(),
      headers: form,
    });
    expect(refused.status).toBe(404);
    const opened = await visitor.send("POST", "/open", {
      raw: new URLSearchParams({ token }).toString(),
      headers: form,
    });
    expect(opened.status).toBe(303);
  },
);

test("without a mail server the page says that this installation sends none", async () => {
  const spaces = await spacesForThisTest();
  const page = await spaces.clientAt(new URL(spaces.baseUrl).host).get("/");
  expect(wordsOf(page)).toContain("Cette installation n'envoie pas de messages");
});

test.each(EITHER_ENGINE)(
  "mails are limited for each mailbox and each network, and the page says when to try again, on %s",
  async (engine) => {
    const door = await frontDoorForThisTest({ engine, settings: { TRUSTED_PROXY: "127.0.0.1" } });
    const from = (address: string) => ({ "x-forwarded-for": address });
    for (let count = 0; count < 20; count += 1) {
      expect((await door.submit("/find", { email: ROTONDE.email }, from(`192.0.2.${count}`))).status).toBe(200);
    }
    const flooded = await door.submit("/create", ROTONDE, from("192.0.2.99"));
    expect(flooded.status).toBe(429);
    expect(Number(flooded.headers["retry-after"])).toBeGreaterThan(60);
    expect(wordsOf(flooded)).toContain("Trop d'essais");
    expect(flooded.text).toContain(`value="${ROTONDE.name}"`);
    for (let count = 0; count < 200; count += 1) {
      await door.submit("/find", { email: `p${count}@example.org` }, from("198.51.100.7"));
    }
    expect((await door.submit("/find", { email: "q@example.org" }, from("198.51.100.7"))).status).toBe(429);
    expect((await door.submit("/find", { email: "q@example.org" }, from("198.51.100.8"))).status).toBe(200);
  },
);

test("another site's page sends no form, and a large body is refused", async () => {
  const door = await frontDoorForThisTest();
  for (const path of ["/create", "/find", "/open"]) {
    expect((await door.submit(path, ROTONDE, { origin: "https://evil.example" })).status).toBe(403);
    const own = { origin: `http://chorale.${new URL(door.spaces.baseUrl).host}` };
    expect((await door.submit(path, ROTONDE, own)).status).toBe(403);
    expect((await door.submit(path, { name: "x".repeat(20_000) })).status).toBe(413);
  }
});
