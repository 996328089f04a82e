import { expect, test } from "vitest";
import { frontDoorForThisTest, type TestFrontDoor } from "#test/support/server/test-front-door.ts";
import { ENGINES, MARIE } from "#test/support/server/test-server.ts";

const SEARCHED = "Si cette adresse a un compte dans un espace, un message vous attend.";

/** Asks for the list of this address, and returns the spaces in the next mail. */
async function listOf({ submit, nextMail }: TestFrontDoor, email: string): Promise<string[]> {
  expect((await submit("/find", { email })).text).toContain(SEARCHED);
  let mail = await nextMail();
  // Spaces send mails of their own.
  while (mail.subject !== "Vos espaces Diapason") mail = await nextMail();
  expect(mail.to?.[0]?.address).toBe(email);
  return Array.from((mail.text ?? "").matchAll(/https?:\/\/([a-z0-9-]+)\./g), ([, slug = ""]) => slug);
}

function listsSent({ spaces }: TestFrontDoor): number {
  return spaces.log.filter((line) => line.includes("space-list") && line.includes("mail sent")).length;
}

/** Resolves when nothing of the front door waits any more. */
async function allSent({ spaces }: TestFrontDoor): Promise<void> {
  const { kysely } = spaces.register.database;
  await expect.poll(() => kysely.selectFrom("job").selectAll().execute()).toEqual([]);
}

test.each(ENGINES)(
  "one mail names the spaces in which an address has an account, open or closed, and opens none of them, on %s",
  async (engine) => {
    const door = await frontDoorForThisTest({ engine, idleMs: 100 });
    for (const slug of ["chorale", "fanfare"]) await door.spaces.createWithAdmin(slug);
    await door.spaces.createWithAdmin("quatuor");
    await door.spaces.create("vide");
    await expect.poll(door.spaces.countOpen).toBe(0);
    expect(await listOf(door, MARIE.email)).toEqual(["chorale", "fanfare", "quatuor"]);
    expect(door.spaces.countOpen()).toBe(0);
  },
);

test.each(ENGINES)(
  "what has just changed in an open space counts at once: accounts, addresses and deletions, on %s",
  async (engine) => {
    const door = await frontDoorForThisTest({ engine });
    const admin = await door.spaces.createWithAdmin("chorale");
    const { user } = (
      await door.spaces.clientOf("chorale").post("/api/auth/sign-up/email", { ...MARIE, email: "paul@example.org" })
    ).json<{ user: { id: string } }>();
    await door.spaces.createWithAdmin("fanfare");
    expect(await listOf(door, "paul@example.org")).toEqual(["chorale"]);
    expect((await admin.send("DELETE", `/api/users/${user.id}`)).status).toBe(204);
    await door.submit("/find", { email: "paul@example.org" });
    await allSent(door);
    expect(listsSent(door)).toBe(1);
  },
);

test.each(ENGINES)(
  "an unknown address gets the same page and no mail, and so do spaces that are suspended or deleted, on %s",
  async (engine) => {
    const door = await frontDoorForThisTest({ engine, idleMs: 100 });
    await door.spaces.createWithAdmin("chorale");
    await expect.poll(door.spaces.countOpen).toBe(0);
    const page = await door.submit("/find", { email: "nobody@example.org" });
    const known = await door.submit("/find", { email: MARIE.email });
    expect([page.status, page.text]).toEqual([known.status, known.text]);
    await allSent(door);
    expect(listsSent(door)).toBe(1);
    const change = { from: ["active"], to: "suspended", act: "suspended", now: new Date() } as const;
    await door.spaces.register.changeState("chorale", change);
    await door.submit("/find", { email: MARIE.email });
    await allSent(door);
    expect(listsSent(door)).toBe(1);
  },
);

test.each(ENGINES)("the register holds no address, and forgets a space's accounts with it, on %s", async (engine) => {
  const door = await frontDoorForThisTest({ engine, idleMs: 100 });
  await door.spaces.createWithAdmin("chorale");
  await expect.poll(door.spaces.countOpen).toBe(0);
  const { findOfAccount, noteAccounts, remove, find } = door.spaces.register;
  expect((await find("chorale"))?.firstAdmin).toBeNull();
  await noteAccounts("chorale", ["one", "two"]);
  expect(await findOfAccount("two")).toEqual({ closed: ["chorale"], open: [] });
  await noteAccounts("chorale", ["one"]);
  expect(await findOfAccount("two")).toEqual({ closed: [], open: [] });
  await remove("chorale");
  expect(await findOfAccount("one")).toEqual({ closed: [], open: [] });
});
