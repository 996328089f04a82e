import { beforeEach, describe, expect, test } from "vitest";
import type { NotificationSettings } from "#contract/accounts/notifications.ts";
import type { OwnData } from "#contract/own-account.ts";
import { INITIAL_PREFERENCES, TOPICS } from "#domain/notifications/topics.ts";
import { planningForEachTest, serverForThisTest } from "#test/support/server/test-lifetimes.ts";
import { NOON, type Person } from "#test/support/server/test-planning.ts";
import { newTestSubscription, type TestSubscription } from "#test/support/server/test-push-browser.ts";
import { EITHER_ENGINE, ENGINES, MARIE, register, signInDefaultAdmin } from "#test/support/server/test-server.ts";
import { readSubscriptions, readPreferences } from "./preferences/read-preferences.ts";
import { savePreferences } from "./preferences/write-preferences.ts";

const PATH = "/api/notifications";
const NO_REMINDER_MAILS = { ...INITIAL_PREFERENCES, reminders: { byMail: false, byPush: false } };
const DAY_MS = 24 * 60 * 60 * 1000;
const PHONE = "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36";

describe.each(ENGINES)("what people want to hear about, on %s", (engine) => {
  let marie: Person;
  let now = NOON;
  const planning = planningForEachTest(engine, { clock: () => now });
  beforeEach(async () => {
    now = NOON;
    marie = await planning.newcomer({ email: "marie.petit@example.org" });
  });

  async function read(person = marie, query = ""): Promise<NotificationSettings> {
    const answer = await person.get(PATH + query);
    expect(answer.status).toBe(200);
    return answer.json<NotificationSettings & Record<string, unknown>>();
  }
  const save = (body: unknown, query = "", person = marie) => person.send("PUT", PATH + query, { body });

  async function addDevice(person = marie, made = newTestSubscription()): Promise<string> {
    const body = made.subscription;
    const answer = await person.post("/api/push-subscriptions", body, { "user-agent": PHONE });
    expect(answer.status).toBe(201);
    return answer.json<{ id: string }>().id;
  }
  async function storedWishes(): Promise<string[]> {
    const rows = await planning.server.database.kysely.selectFrom("notification_wish").selectAll().execute();
    return rows.map(({ topic }) => topic).toSorted();
  }
  async function topicsOf(person: Person): Promise<(readonly string[])[]> {
    return (await readSubscriptions(planning.server.database, [person.user.id])).map(({ topics }) => topics);
  }

  test("the same browser again replaces itself, and another person's becomes theirs with topics of its own", async () => {
    const made = newTestSubscription();
    const id = await addDevice(marie, made);
    await save({ ...(await read()), wishes: INITIAL_PREFERENCES }, `?device=${id}`);
    expect(await addDevice(marie, made)).toBe(id);
    expect(await topicsOf(marie)).toEqual([[]]);
    const david = await planning.newcomer();
    expect(await addDevice(david, made)).toBe(id);
    expect([await topicsOf(marie), await topicsOf(david)]).toEqual([[], [TOPICS]]);
  });

  test("one that replaces a former subscription of the same person has its topics; of an unknown one, those of new devices", async () => {
    const [former, next, last] = [newTestSubscription(), newTestSubscription(), newTestSubscription()];
    const replace = (person: Person, { subscription }: TestSubscription, by: TestSubscription) =>
      addDevice(person, { ...by, subscription: { ...by.subscription, replaces: subscription.endpoint } });
    const given = await read();
    const id = await addDevice(marie, former);
    const wishes = { ...given.wishes, requests: { byMail: true, byPush: true } };
    await save({ ...given, wishes }, `?device=${id}`);
    expect(await topicsOf(marie)).toEqual([["requests"]]);
    await replace(marie, former, next);
    expect(await topicsOf(marie)).toEqual([["requests"]]);
    // The server forgot it: the push service had called it gone.
    await replace(marie, former, last);
    // Both were registered at the same moment.
    expect(new Set(await topicsOf(marie))).toEqual(new Set([["requests"], TOPICS]));
    const david = await planning.newcomer();
    await replace(david, next, newTestSubscription());
    expect([(await topicsOf(marie)).length, await topicsOf(david)]).toEqual([2, [TOPICS]]);
  });

  test("two tabs that save at once leave one of the two, whole", async () => {
    const { database } = planning.server;
    const [userId, deviceId] = [marie.user.id, null];
    const noMail = Object.fromEntries(TOPICS.map((topic) => [topic, { byMail: false, byPush: true }]));
    const preferences = noMail as unknown as typeof INITIAL_PREFERENCES;
    await Promise.all([
      savePreferences(database, { userId, deviceId, preferences }),
      savePreferences(database, { userId, deviceId, preferences }),
      savePreferences(database, { userId, deviceId, preferences }),
    ]);
    expect((await read()).wishes).toEqual(preferences);
  });

  // No engine decides what follows: each statement behind it runs on PostgreSQL in other tests as well.
  if (!EITHER_ENGINE.includes(engine)) return;

  test("is all mail at first; what is chosen is kept, and only what differs is stored", async () => {
    const first = await read();
    expect(first).toMatchObject({ wishes: INITIAL_PREFERENCES, devices: [] });
    expect(Buffer.from(first.pushKey, "base64url")).toHaveLength(65);
    const saved = await save({ ...first, wishes: NO_REMINDER_MAILS });
    expect([saved.status, saved.json()["wishes"]]).toEqual([200, NO_REMINDER_MAILS]);
    expect((await read()).wishes).toEqual(NO_REMINDER_MAILS);
    expect(await storedWishes()).toEqual(["reminders"]);
    expect((await save(first)).status).toBe(200);
    expect(await storedWishes()).toEqual([]);
  });

  test("a PUT takes what the GET gave, with devices, and changes nothing by it", async () => {
    const id = await addDevice();
    for (const query of ["", `?device=${id}`]) {
      const given = await read(marie, query);
      const saved = await save(given, query);
      expect([saved.status, saved.json()]).toEqual([200, given]);
      expect(await topicsOf(marie)).toEqual([TOPICS]);
    }
  });

  test.each([
    [
      "an unknown topic",
      { wishes: { ...INITIAL_PREFERENCES, weather: INITIAL_PREFERENCES.place }, devices: [], pushKey: "" },
    ],
    ["a missing topic", { wishes: { reminders: INITIAL_PREFERENCES.reminders }, devices: [], pushKey: "" }],
    ["another channel", { wishes: { ...INITIAL_PREFERENCES, place: { byMail: true, byPush: true, byFax: true } } }],
    ["a word for a truth", { wishes: { ...INITIAL_PREFERENCES, place: { byMail: "yes", byPush: true } } }],
    ["an extra field", { wishes: INITIAL_PREFERENCES, devices: [], pushKey: "", isAdmin: true }],
    ["a list", []],
  ])("refuses %s, and stores nothing", async (_, body) => {
    expect((await save(body)).status).toBe(422);
    expect(await storedWishes()).toEqual([]);
  });

  test("a device starts with every topic, and has wishes of its own beside one's mails", async () => {
    const phone = await addDevice();
    const laptop = await addDevice();
    const all = await read(marie, `?device=${phone}`);
    expect(TOPICS.map((topic) => all.wishes[topic].byPush)).toEqual(TOPICS.map(() => true));
    expect(all.devices.map(({ browser, system }) => `${browser} ${system}`)).toEqual([
      "Chrome Android",
      "Chrome Android",
    ]);
    await save({ ...all, wishes: NO_REMINDER_MAILS }, `?device=${phone}`);
    expect((await read(marie, `?device=${phone}`)).wishes).toEqual(NO_REMINDER_MAILS);
    expect((await read(marie, `?device=${laptop}`)).wishes.reminders).toEqual({ byMail: false, byPush: true });
    const { database } = planning.server;
    const wishes = (await readPreferences(database, [marie.user.id, "nobody"])).get(marie.user.id);
    expect(wishes?.reminders.byMail).toBe(false);
    const remindedDevices = async () =>
      (await readSubscriptions(database, [marie.user.id])).filter(({ topics }) => topics.includes("reminders"));
    expect((await remindedDevices()).map(({ id }) => id)).toEqual([laptop]);
    expect((await marie.send("DELETE", `/api/push-subscriptions/${laptop}`)).status).toBe(204);
    expect(await remindedDevices()).toEqual([]);
  });

  test("devices registered later start with what was chosen without naming a device", async () => {
    const given = await read();
    await save({ ...given, wishes: { ...INITIAL_PREFERENCES, requests: { byMail: true, byPush: true } } });
    await addDevice();
    expect(await topicsOf(marie)).toEqual([["requests"]]);
  });

  test("nobody reads, changes or removes another person's device", async () => {
    const id = await addDevice();
    const david = await planning.newcomer();
    expect((await read(david, `?device=${id}`)).wishes).toEqual(INITIAL_PREFERENCES);
    const changed = await save({ ...(await read(david)), wishes: INITIAL_PREFERENCES }, `?device=${id}`, david);
    expect([changed.status, changed.json()["code"]]).toEqual([404, "device.not_found"]);
    expect((await david.send("DELETE", `/api/push-subscriptions/${id}`)).status).toBe(404);
    expect(await topicsOf(marie)).toEqual([TOPICS]);
  });

  test("the eleventh device takes the place of the first", async () => {
    const ids: string[] = [];
    for (let count = 0; count < 11; count += 1) {
      now = new Date(NOON.getTime() + count * 1000);
      ids.push(await addDevice());
    }
    expect((await read()).devices.map(({ id }) => id)).toEqual(ids.slice(1));
  });

  test.each([
    ["another port", { endpoint: "https://push.example.org:8443/1" }],
    ["the port of another service", { endpoint: "https://push.example.org:22/1" }],
    ["plain http", { endpoint: "http://push.example.org/1" }],
    ["this machine by name", { endpoint: "https://localhost/1" }],
    ["this machine", { endpoint: "https://127.0.0.1/1" }],
    ["this machine, written as a number", { endpoint: "https://2130706433/1" }],
    ["this machine by IPv6", { endpoint: "https://[::1]/1" }],
    ["a mapped address", { endpoint: "https://[::ffff:10.0.0.1]/1" }],
    ["the metadata of a cloud", { endpoint: "https://169.254.169.254/latest" }],
    ["a name and a password", { endpoint: "https://a:b@push.example.org/1" }],
    ["no address", { endpoint: "push" }],
    ["a key that is no point", { keys: { p256dh: Buffer.alloc(65, 4).toString("base64url"), auth: "a".repeat(22) } }],
    ["a key of another length", { keys: { p256dh: "BBBB", auth: "a".repeat(22) } }],
    ["no keys", { keys: undefined }],
    ["a short secret", { keys: { ...newTestSubscription().subscription.keys, auth: "aaaa" } }],
  ])("refuses a subscription with %s", async (_, changed) => {
    const answer = await marie.post("/api/push-subscriptions", { ...newTestSubscription().subscription, ...changed });
    expect([answer.status, answer.json()["code"]]).toEqual([422, "request.invalid"]);
    expect(await topicsOf(marie)).toEqual([]);
  });

  test("a device that signs out, or is signed out from elsewhere, gets nothing any more", async () => {
    await addDevice();
    const again = planning.server.client();
    const credentials = { email: "marie.petit@example.org", password: MARIE.password };
    expect((await again.post("/api/auth/sign-in/email", credentials)).status).toBe(200);
    await addDevice({ ...marie, ...again });
    expect(await topicsOf(marie)).toHaveLength(2);
    expect((await again.post("/api/auth/sign-out")).status).toBe(204);
    expect(await topicsOf(marie)).toHaveLength(1);
  });

  test("goes into one's own data, and away with the account", async () => {
    await addDevice();
    await save({ ...(await read()), wishes: NO_REMINDER_MAILS });
    const data = (await marie.get("/api/users/me/data")).json<OwnData & Record<string, unknown>>();
    expect(data.notifications).toMatchObject({
      byMail: ["changes", "requests", "place", "drop_outs"],
      devices: [{ browser: "Chrome", system: "Android", topics: [...TOPICS] }],
    });
    const admin = await signInDefaultAdmin(planning.server);
    expect((await admin.send("DELETE", `/api/users/${marie.user.id}`)).status).toBe(204);
    expect([await storedWishes(), await topicsOf(marie)]).toEqual([[], []]);
  });
});

test.each(ENGINES)("a session that expires leaves its device registered, on %s", async (engine) => {
  let now = NOON;
  const server = await serverForThisTest(engine, { settings: { SHARING: "on" }, clock: () => now });
  const marie = await register(server);
  await marie.post("/api/push-subscriptions", newTestSubscription().subscription);
  now = new Date(NOON.getTime() + 400 * DAY_MS);
  await server.restart();
  const { kysely } = server.database;
  expect(await kysely.selectFrom("session").select("id").execute()).toEqual([]);
  expect(await readSubscriptions(server.database, [marie.user.id])).toHaveLength(1);
});
