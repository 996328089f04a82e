import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { frontDoorForThisTest, ROTONDE, type TestFrontDoor } from "#test/support/server/test-front-door.ts";
import { MARIE } from "#test/support/server/test-server.ts";
import type { TestSpaces } from "#test/support/server/test-spaces.ts";
import { deletedFolder, spaceFolder } from "./space-settings.ts";

const HOUR_MS = 60 * 60_000;
const NEVER = new Date(0);
const { slug } = ROTONDE;

/** A front door whose clock the test sets. The sweep of a start is that of every hour. */
async function doorOfThisTest() {
  const start = Date.now();
  let hours = 0;
  const door = await frontDoorForThisTest({ clock: () => new Date(start + hours * HOUR_MS) });
  return {
    ...door,
    /** Restarts the server so many hours after the start of the test. */
    async restartAfter(passed: number): Promise<TestSpaces> {
      await door.spaces.stop();
      hours = passed;
      return door.spaces.restart();
    },
  };
}

/** Opens the mailed link. Returns the invitation of the first admin. */
async function openLink({ ask, submit }: Pick<TestFrontDoor, "ask" | "submit">): Promise<string> {
  const { token } = await ask();
  const { headers } = await submit("/open", { token });
  return new URL(String(headers["location"])).searchParams.get("invitation") ?? "";
}

function signUp(spaces: TestSpaces, invitation: string, email = ROTONDE.email) {
  return spaces.clientOf(slug).post("/api/auth/sign-up/email", { ...MARIE, email, invitation });
}

function signIn(spaces: TestSpaces) {
  const credentials = { email: ROTONDE.email, password: MARIE.password };
  return spaces.clientOf(slug).post("/api/auth/sign-in/email", credentials);
}

function foldersOf({ environment }: TestSpaces): readonly boolean[] {
  const dataDir = environment["DATA_DIR"] ?? "";
  return [spaceFolder, deletedFolder].map((folderOf) => existsSync(folderOf(dataDir, slug)));
}

test.each([
  ["whose form was seen", true],
  ["that was never opened", false],
])("a space %s and in which nobody registers is gone after 24 hours, and its slug is free", async (_, isSeen) => {
  const door = await doorOfThisTest();
  const invitation = await openLink(door);
  if (isSeen) expect((await door.spaces.clientOf(slug).get("/api/health")).status).toBe(200);
  const before = await door.restartAfter(23.9);
  expect((await before.register.find(slug))?.name).toBe(ROTONDE.name);
  await before.stop();
  const after = await door.restartAfter(24.1);
  expect([await after.register.find(slug), ...foldersOf(after)]).toEqual([null, false, false]);
  expect((await after.register.listActs(slug)).map(({ act }) => act)).toEqual(["created", "given up"]);
  expect((await signUp(after, invitation)).status).toBe(404);
  const visitor = after.clientAt(new URL(after.baseUrl).host);
  expect((await visitor.get(`/api/spaces/free?slug=${slug}`)).json()).toEqual({ isFree: true });
});

test("a space with an account stays, also where a killed server did not tell the register of it", async () => {
  const door = await doorOfThisTest();
  expect((await signUp(door.spaces, await openLink(door))).status).toBe(201);
  await door.spaces.stop();
  await door.spaces.register.noteAccounts(slug, []);
  const after = await door.restartAfter(25);
  expect((await signIn(after)).status).toBe(200);
});

test("a space whose database is lost is not taken for one that nobody used", async () => {
  const door = await doorOfThisTest();
  await signUp(door.spaces, await openLink(door));
  await door.spaces.stop();
  await door.spaces.register.noteAccounts(slug, []);
  await rm(join(spaceFolder(door.spaces.environment["DATA_DIR"] ?? "", slug), "diapason.sqlite"));
  const after = await door.restartAfter(25);
  expect((await after.register.find(slug))?.state).toBe("active");
});

test("a space that an operator made is kept for its first admin", async () => {
  const door = await doorOfThisTest();
  const invitation = await door.spaces.create(slug);
  const after = await door.restartAfter(25);
  expect((await signUp(after, invitation, MARIE.email)).status).toBe(201);
});

test("who registers while their space is being given up keeps it", async () => {
  const door = await doorOfThisTest();
  expect((await signUp(door.spaces, await openLink(door))).status).toBe(201);
  await door.spaces.stop();
  const change = { from: ["active"], to: "deleted", act: "given up", now: new Date() } as const;
  await door.spaces.register.changeState(slug, { ...change, deletedAt: NEVER });
  const after = await door.restartAfter(25);
  expect((await signIn(after)).status).toBe(200);
});

test("a removal that was killed after its files were gone is finished by the next sweep", async () => {
  const door = await doorOfThisTest();
  await openLink(door);
  expect((await door.spaces.clientOf(slug).get("/api/health")).status).toBe(200);
  await door.spaces.stop();
  const { register, environment } = door.spaces;
  const change = { from: ["active"], to: "deleted", act: "given up", now: new Date() } as const;
  await register.changeState(slug, { ...change, deletedAt: NEVER });
  await rm(spaceFolder(environment["DATA_DIR"] ?? "", slug), { recursive: true });
  const after = await door.restartAfter(25);
  expect(await after.register.find(slug)).toBeNull();
});
