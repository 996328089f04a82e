import type { ServerResponse } from "node:http";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { newTestSubscription } from "#test/support/server/test-push-browser.ts";
import { startTestPushService, type TestPushService } from "#test/support/server/test-push-service.ts";
import { JobDelayed, JobGivenUp } from "../../jobs/job-failure.ts";
import { isPublicAddress } from "./push-request.ts";
import { createPush, deriveVapidKeys, type PushNotification, vapidContact } from "./push.ts";

const NOW = new Date("2026-11-22T12:00:00Z");
const SECRET = "a secret of sixteen characters or more";
const vapid = deriveVapidKeys(SECRET);
const CULTE: PushNotification = {
  title: "Culte",
  body: "dim. 29 novembre à 10:00. Sans vous, pas de Batterie.",
  tag: "event-1",
  url: "/events/event-1",
  asked: { token: "token", date: "2026-11-29", time: "10:00" },
  expiresAt: new Date("2026-11-22T14:00:00Z"),
  urgency: "normal",
};

describe("a notification", () => {
  let service: TestPushService;
  beforeEach(async () => {
    service = await startTestPushService(vapid.publicKey);
    forgotten = [];
  });
  afterEach(() => service.close());

  let forgotten: string[] = [];
  const own = {
    vapid,
    contact: "mailto:a@example.org",
    clock: () => NOW,
    forget: async (endpoint: string) => void forgotten.push(endpoint),
  };
  const pushWith = (reach: Partial<TestPushService["reach"]> = {}) =>
    createPush({ ...own, reach: { ...service.reach, ...reach } });
  const send = (notification: Partial<PushNotification> = {}, push = pushWith()) =>
    push.send(service.subscribe().subscription, { ...CULTE, ...notification });
  const failure = (sending: Promise<unknown>) =>
    sending.then(
      () => null,
      (error: unknown) => error,
    );

  test("arrives encrypted for its browser, signed by this server, with what the push service has to know", async () => {
    expect(await send()).toBe("accepted");
    const { expiresAt, urgency, ...message } = CULTE;
    expect(service.complaints).toEqual([]);
    expect(service.received).toEqual([
      expect.objectContaining({ ttl: 7200, urgency, subject: "mailto:a@example.org", message }),
    ]);
    expect(expiresAt > NOW).toBe(true);
  });

  test("is signed for the host that it is sent to, however the subscription writes it", async () => {
    const { endpoint, keys } = service.subscribe().subscription;
    // Programs that do not read addresses as browsers do take the name before the escape for the host.
    expect(await pushWith().send({ endpoint: endpoint.replace("push.test", "push%2etest:443"), keys }, CULTE)).toBe(
      "accepted",
    );
    expect(service.complaints).toEqual([]);
  });

  test("has the topic of its event, so that a newer one replaces it on its way", async () => {
    await send();
    await send({ title: "Culte déplacé", urgency: "high" });
    await send({ tag: "event-2" });
    const [first, second, other] = service.received;
    expect([first?.topic === second?.topic, first?.topic === other?.topic]).toEqual([true, false]);
    expect(second?.urgency).toBe("high");
  });

  test.each([
    ["in the past, it is for now or never", new Date(NOW.getTime() - 1), 0],
    ["far away, it waits four weeks", new Date("2028-01-01T00:00:00Z"), 28 * 24 * 60 * 60],
  ])("with its end %s", async (_, expiresAt, ttl) => {
    await send({ expiresAt });
    expect(service.received.map((push) => push.ttl)).toEqual([ttl]);
  });

  test.each([404, 410])("whose browser is gone is forgotten after the answer %i", async (status) => {
    service.reply((response) => response.writeHead(status).end());
    const { subscription } = service.subscribe();
    expect(await pushWith().send(subscription, CULTE)).toBe("gone");
    expect(forgotten).toEqual([subscription.endpoint]);
  });

  test.each([
    [429, "120", new Date(NOW.getTime() + 120_000)],
    [503, "Sun, 22 Nov 2026 13:00:00 GMT", new Date("2026-11-22T13:00:00Z")],
    [500, undefined, null],
    [502, "soon", null],
  ])("is to be tried again after the answer %i, at the time that it names: %s", async (status, after, retryAt) => {
    service.reply((response) => response.writeHead(status, after === undefined ? {} : { "retry-after": after }).end());
    const error = await failure(send());
    expect(error).toBeInstanceOf(JobDelayed);
    expect((error as JobDelayed).retryAt).toEqual(retryAt);
  });

  test("that is too large goes once more without its line, and is given up then", async () => {
    const tooLarge = (response: ServerResponse) => response.writeHead(413).end();
    service.reply(tooLarge);
    expect(await send()).toBe("accepted");
    expect(service.received.map(({ message }) => message)).toEqual([
      expect.anything(),
      { title: "Culte", body: "", tag: "event-1", url: "/events/event-1" },
    ]);
    service.reply(tooLarge, tooLarge);
    expect(await failure(send())).toBeInstanceOf(JobGivenUp);
  });

  test.each([400, 401, 403])("is given up after the answer %i", async (status) => {
    service.reply((response) => response.writeHead(status).end());
    expect(await failure(send())).toBeInstanceOf(JobGivenUp);
  });

  test("is not sent after a redirect", async () => {
    const elsewhere = service.subscribe().subscription.endpoint;
    service.reply((response) => response.writeHead(307, { location: elsewhere }).end());
    expect(await failure(send())).toBeInstanceOf(JobGivenUp);
    expect(service.received).toHaveLength(1);
  });

  test("is settled by the status, though the answer's body never ends", async () => {
    const closed = Promise.withResolvers<void>();
    let poured = 0;
    service.reply((response) => {
      response.writeHead(201);
      const pour = () => {
        do poured += 10_000;
        while (response.write("x".repeat(10_000)));
      };
      response.on("drain", pour).on("close", () => closed.resolve());
      pour();
    });
    expect(await send()).toBe("accepted");
    await closed.promise;
    // What the buffers of both ends hold, not what 15 seconds would bring.
    expect(poured).toBeLessThan(20_000_000);
  });

  test("is tried again when the service cuts the connection, or does not listen", async () => {
    service.reply((response) => response.socket?.destroy());
    expect(await failure(send())).toBeInstanceOf(JobDelayed);
    await service.close();
    expect(await failure(send())).toBeInstanceOf(JobDelayed);
    service = await startTestPushService(vapid.publicKey);
  });

  test("never goes to an address that is not public, though the name led elsewhere a moment ago", async () => {
    const answers = ["127.0.0.1", "10.0.0.1", "169.254.169.254"];
    const reach = { resolve: async () => [{ address: answers.shift() ?? "", family: 4 }] };
    const push = pushWith(reach);
    expect(await send({}, push)).toBe("accepted");
    // A connection that is open is used again: the address of this one was checked. Without it the name counts anew.
    const fresh = pushWith(reach);
    expect(await failure(send({}, fresh))).toBeInstanceOf(JobGivenUp);
    expect(await failure(send({}, fresh))).toBeInstanceOf(JobGivenUp);
    expect(service.received).toHaveLength(1);
    const unhelped = createPush(own);
    for (const host of ["127.0.0.1", "[::1]", "localhost", "[::ffff:127.0.0.1]", "0x7f000001"]) {
      const { subscription } = newTestSubscription(`https://${host}`);
      expect([host, await failure(unhelped.send(subscription, CULTE))]).toEqual([host, expect.any(JobGivenUp)]);
    }
    const plain = newTestSubscription("http://push.test").subscription;
    expect(await failure(push.send(plain, CULTE))).toBeInstanceOf(JobGivenUp);
    expect(service.received).toHaveLength(1);
  });

  test("never goes to another port than 443, though a subscription from before names one", async () => {
    for (const port of [service.reach.port ?? 0, 22, 80, 444]) {
      const { subscription } = newTestSubscription(`https://push.test:${port}`);
      expect([port, await failure(pushWith().send(subscription, CULTE))]).toEqual([port, expect.any(JobGivenUp)]);
    }
    expect([service.received, service.complaints]).toEqual([[], []]);
  });
});

test.each([
  ["https://planning.example.org", "Diapason <a@example.org>", "https://planning.example.org"],
  ["http://localhost:3000", "Diapason <a@example.org>", "mailto:a@example.org"],
  ["http://localhost:3000", "a@example.org", "mailto:a@example.org"],
])("a push service reaches who runs %s with mails of %s by %s", (baseUrl, mailFrom, contact) => {
  expect(vapidContact(baseUrl, mailFrom)).toBe(contact);
});

describe("the VAPID keys", () => {
  test("are the same for the same secret, and a pair of the curve", () => {
    expect(deriveVapidKeys(SECRET)).toEqual(vapid);
    expect(deriveVapidKeys(`${SECRET}!`)).not.toEqual(vapid);
    expect(Buffer.from(vapid.publicKey, "base64url")).toHaveLength(65);
    expect(Buffer.from(vapid.privateKey, "base64url")).toHaveLength(32);
  });
});

test.each([
  ["1.1.1.1", true],
  ["172.15.255.255", true],
  ["172.32.0.0", true],
  ["2606:4700::1111", true],
  ["2a00:1450:4007::5f", true],
  ["0.0.0.0", false],
  ["10.1.2.3", false],
  ["100.64.0.1", false],
  ["100.127.255.255", false],
  ["127.0.0.1", false],
  ["127.255.255.254", false],
  ["169.254.169.254", false],
  ["172.16.0.1", false],
  ["172.31.255.255", false],
  ["192.168.1.1", false],
  ["192.0.2.1", false],
  ["198.18.0.1", false],
  ["224.0.0.1", false],
  ["239.255.255.255", false],
  ["255.255.255.255", false],
  ["::", false],
  ["::1", false],
  ["::ffff:127.0.0.1", false],
  ["::ffff:8.8.8.8", false],
  ["64:ff9b::7f00:1", false],
  ["2001::1", false],
  ["2001:db8::1", false],
  ["2002:7f00:1::", false],
  ["fc00::1", false],
  ["fd12::1", false],
  ["fe80::1", false],
  ["fec0::1", false],
  ["ff02::1", false],
  ["push.example.org", false],
  ["", false],
])("the address %s is public: %s", (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});
