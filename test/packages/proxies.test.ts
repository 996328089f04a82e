import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { type Browser, chromium, type Page } from "@playwright/test";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { API, CALENDAR_FEEDS, fillPath, LINKED_PAGES } from "#contract/paths.ts";
import { PUBLICATION_MAX_BYTES } from "#contract/planning/publication.ts";
import { CONNECTION_LIMITS } from "#server/http/connection-limits.ts";
import { chooseGroup, signIn } from "#test/support/browser/people.ts";
import { upcomingCard } from "#test/support/browser/visits.ts";
import { type DiapasonBehind, ORIGIN, startDiapasonBehind } from "#test/support/proxies/diapason-behind.ts";
import { VISITORS } from "#test/support/proxies/own-machine.ts";
import { PROXIES, type ProxyName, type RunningProxy, SITE, startProxy } from "#test/support/proxies/proxies.ts";
import { arrive, openTls, type Visitor, type ProxyAddress } from "#test/support/proxies/visitor.ts";
import { joiningText } from "#text/groups/group-page.ts";
import { findBrowser } from "../../scripts/find-program.mjs";

const NAMES = Object.keys(PROXIES) as ProxyName[];
const MARIE = { firstName: "Marie", lastName: "Petit", email: "marie@example.org", password: "secret-of-marie" };
const GROUP = { id: "1", name: "Louange du dimanche" };
const EVENT = { groupId: GROUP.id, date: "2099-11-15", time: "10:00", location: "Temple" };
/** In an address that a proxy must not log. */
/** As long as the shortest token of a link. */
const TOKEN = "token-that-nobody-may-read-in-a-log-or-else";
/** The lines of the shipped files that an operator changes. All others stay as they are. */
const CHANGED: Readonly<Record<ProxyName, readonly string[]>> = {
  nginx: [
    "server 127.0.0.1:3417;",
    "server_name louange.example.net;",
    "server_name louange.example.net;",
    "ssl_certificate FOLDER/etc/caddy/planning.crt;",
    "ssl_certificate_key FOLDER/etc/caddy/planning.key;",
  ],
  caddy: [
    "louange.example.net {",
    "tls /etc/caddy/planning.crt /etc/caddy/planning.key",
    "reverse_proxy 127.0.0.1:3417 {",
  ],
};

function isComment(line: string): boolean {
  return line.trimStart().startsWith("#") && !line.includes("# tls ");
}

/** A publication of this size: JSON may end in spaces. */
function publicationOf(bytes: number): string {
  const event = { ...EVENT, id: "from-a-device", name: "Concert", availability: [] };
  return JSON.stringify({ groups: [GROUP], events: [event] }).padEnd(bytes);
}

describe.each(NAMES)("behind %s", (name) => {
  let folder: string;
  let proxy: RunningProxy;
  let diapason: DiapasonBehind;
  let marie: Visitor;

  const wayFrom = (visitor?: string): ProxyAddress => ({
    origin: ORIGIN,
    socketPath: proxy.machine.socketTo(443, visitor),
    authority: proxy.authority,
  });

  async function plan(title: string, more: Partial<typeof EVENT> = {}): Promise<void> {
    const { status } = await marie.send("POST", API.events, { body: { ...EVENT, name: title, ...more } });
    expect(status).toBe(201);
  }

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "diapason-proxy-"));
    proxy = await startProxy(name, folder);
    diapason = await startDiapasonBehind(proxy);
    const invitation = diapason.adminLink(MARIE.email).split("=")[1];
    marie = await arrive(wayFrom());
    const { status } = await marie.send("POST", API.signUp, { body: { ...MARIE, positions: ["Voix"], invitation } });
    expect(status).toBe(201);
  });

  afterAll(async () => {
    marie.leave();
    await diapason.stop();
    await proxy.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test("of the shipped file only the name, the certificate and the port are changed", () => {
    const [shipped, used] = [proxy.shipped.split("\n"), proxy.used.split("\n")];
    const changed = used.filter((line, at) => line !== shipped[at] && !isComment(line));
    expect(changed.map((line) => line.trim().replaceAll(folder, "FOLDER"))).toEqual(CHANGED[name]);
    expect(used).toHaveLength(shipped.length);
  });

  test("signing in works, and the cookie is for TLS alone", async () => {
    const visitor = await arrive(wayFrom());
    const answer = await visitor.send("POST", API.signIn, { body: { ...MARIE, rememberMe: true } });
    expect(answer.status).toBe(200);
    const cookies = answer.headers["set-cookie"] ?? [];
    expect(cookies).toContainEqual(expect.stringMatching(/^__Host-diapason.session_token=/));
    expect(cookies.filter((cookie) => !/; HttpOnly; Secure; /.test(cookie))).toEqual([]);
    expect((await visitor.send("GET", API.session)).json()).toMatchObject({ user: { email: MARIE.email } });
    visitor.leave();
  });

  test("TLS 1.1 is refused, and so are ciphers that browsers have given up", async () => {
    const old = { maxVersion: "TLSv1.1", minVersion: "TLSv1.1", ciphers: "DEFAULT@SECLEVEL=0" } as const;
    await expect(openTls(wayFrom(), old)).rejects.toThrow("alert protocol version");
    const weak = { maxVersion: "TLSv1.2", ciphers: "ECDHE-ECDSA-AES128-SHA" } as const;
    await expect(openTls(wayFrom(), weak)).rejects.toThrow("alert handshake failure");
  });

  test("http leads to https, to the same address", async () => {
    const location = await new Promise((resolve, reject) => {
      const options = { socketPath: proxy.machine.socketTo(80), path: "/agenda?a=1", headers: { host: SITE.name } };
      const asking = request(options, (answer) => {
        answer.resume();
        resolve([answer.statusCode === 301 || answer.statusCode === 308, answer.headers.location]);
      });
      asking.on("error", reject).end();
    });
    expect(location).toEqual([true, `${ORIGIN}/agenda?a=1`]);
  });

  test("a change arrives on the open stream of another page, over HTTP/2", async () => {
    const other = await arrive(wayFrom(VISITORS[1]));
    await other.send("POST", API.signIn, { body: MARIE });
    const stream = await other.follow(API.changes);
    expect(stream.headers["content-type"]).toBe("text/event-stream");
    await stream.find(/event: ready/);
    await plan("Culte en direct");
    await stream.find(/event: change\n[^]*Culte en direct/);
    other.leave();
  });

  test("a visitor's address is the one that the proxy sees, whatever they claim", async () => {
    const networks = async (visitor: string, claimed: Record<string, string>) => {
      const guest = await arrive(wayFrom(visitor));
      const body = { email: MARIE.email, password: `wrong from ${visitor}` };
      const { status, headers } = await guest.send("POST", API.signIn, { body, headers: claimed });
      expect(status).toBe(401);
      guest.leave();
      const line = () =>
        diapason
          .current()
          .output()
          .split("\n")
          .find((each) => each.includes(String(headers["x-request-id"]))) ?? "{}";
      await expect.poll(line).not.toBe("{}");
      return (JSON.parse(line()) as { network: string }).network;
    };
    expect(await networks(VISITORS[0], {})).toBe(VISITORS[0]);
    const forged = { "x-forwarded-for": "203.0.113.9", forwarded: "for=203.0.113.9", "x-real-ip": "203.0.113.9" };
    expect(await networks(VISITORS[1], forged)).toBe(VISITORS[1]);
  });

  test("a visitor does not choose the id under which their request is logged", async () => {
    const chosen = "id-of-somebody-else";
    const { headers } = await marie.send("GET", API.session, { headers: { "x-request-id": chosen } });
    expect(headers["x-request-id"]).toMatch(/^[\da-f]{8}-[\da-f]{4}$/);
    expect(diapason.current().output()).not.toContain(chosen);
    if (name === "nginx") await expect.poll(proxy.log).toContain(` ${String(headers["x-request-id"])}\n`);
  });

  test("a planning of 5 MiB goes through, and Diapason itself refuses a larger one", async () => {
    const accepted = await marie.send("POST", API.sharingAdditions, { body: publicationOf(PUBLICATION_MAX_BYTES) });
    expect(accepted.json()).toMatchObject({ events: 1 });
    const refused = await marie.send("POST", API.sharingAdditions, { body: publicationOf(PUBLICATION_MAX_BYTES + 1) });
    expect(refused.json()).toMatchObject({ status: 413, code: "planning.too_large" });
  });

  test("pages are compressed once, and not at all where another site asked for them", async () => {
    const page = await marie.send("GET", "/", { headers: { "accept-encoding": "gzip, deflate, br" } });
    expect(page.headers["content-encoding"]).toBe("br");
    expect(brotliDecompressSync(page.body).toString()).toContain("<title>");
    const headers = { "accept-encoding": "gzip, deflate, br", "sec-fetch-site": "cross-site" };
    const foreign = await marie.send("GET", "/", { headers });
    expect(foreign.headers["content-encoding"]).toBeUndefined();
    expect(foreign.body.toString()).toContain("<title>");
  });

  test("connections to Diapason are kept for the next request, but not for as long as Diapason keeps them", async () => {
    const port = `:${Number(SITE.port).toString(16).padStart(4, "0").toUpperCase()} `;
    // Closed ones are listed for a minute.
    const connections = () =>
      readFileSync(`/proc/${diapason.current().pid}/net/tcp`, "utf8")
        .split("\n")
        .filter((line) => line.includes(port)).length;
    const before = connections();
    for (let count = 0; count < 20; count += 1) await marie.send("GET", API.session);
    expect(connections() - before).toBeLessThan(10);
    const [, seconds] = /^\s*keepalive(?:_timeout)? (\d+)s/m.exec(proxy.shipped) ?? [];
    expect(Number(seconds) * 1000).toBeLessThan(CONNECTION_LIMITS.idleTimeout);
  });

  test("during a restart there is a sentence instead of the page, and the stream goes on where it was", async () => {
    const stream = await marie.follow(API.changes);
    const [, position = ""] =
      /id: (\d+)/.exec(await stream.find(/event: ready[^]*id: \d+|id: \d+[^]*event: ready/)) ?? [];
    expect(await diapason.pause()).toBe(0);
    await stream.ended;
    const away = await marie.send("GET", `${LINKED_PAGES.answer}?t=${TOKEN}`);
    expect(away.status).toBe(503);
    expect(away.headers["retry-after"]).toBe("5");
    expect(away.headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(away.body.toString()).toContain("Le planning revient dans un instant");
    await diapason.resume();
    await plan("Veillée après la pause");
    const resumed = await marie.follow(API.changes, { "last-event-id": position });
    await resumed.find(/event: change\n[^]*Veillée après la pause/);
  });

  test("no log has a query, a token or the address of a calendar, in good times and in bad", async () => {
    const addresses = [
      `${LINKED_PAGES.answer}?t=${TOKEN}`,
      `${LINKED_PAGES.resetPassword}?token=${TOKEN}`,
      `${LINKED_PAGES.register}?invitation=${TOKEN}`,
      `${CALENDAR_FEEDS}${TOKEN}.ics`,
      `${CALENDAR_FEEDS}${TOKEN}.ics?again=${TOKEN}`,
      `/%63alendar/${TOKEN}.ics`,
      `//calendar/${TOKEN}.ics`,
      `/calendar;a/${TOKEN}.ics`,
      `/calendar%2f${TOKEN}.ics`,
      `/agenda/${TOKEN}`,
    ];
    const visitAll = async () => {
      for (const path of addresses) await marie.send("GET", path, { headers: { referer: `${ORIGIN}/?t=${TOKEN}` } });
    };
    await visitAll();
    await diapason.pause();
    await visitAll();
    await diapason.resume();
    const path = fillPath(API.event, "the-last-one-in-the-log");
    await marie.send("GET", path);
    await expect.poll(proxy.log).toContain(path);
    expect(proxy.log()).toContain(LINKED_PAGES.resetPassword);
    expect(proxy.log()).toContain(CALENDAR_FEEDS);
    expect(proxy.log()).not.toContain(TOKEN);
  });

  describe("in a browser", () => {
    let browser: Browser;
    let page: Page;

    beforeAll(async () => {
      const entered = join(folder, "browser");
      const enter = proxy.machine.enter.filter((word) => word !== "--mount").join(" ");
      writeFileSync(entered, `#!/bin/sh\nexec ${enter} -- ${findBrowser() ?? "chromium"} "$@"\n`, { mode: 0o700 });
      const flags = ["--no-sandbox", "--disable-quic", `--host-resolver-rules=MAP ${SITE.name} 127.0.0.1`];
      browser = await chromium.launch({ executablePath: entered, args: flags });
      page = await browser.newPage({ baseURL: ORIGIN, ignoreHTTPSErrors: true, serviceWorkers: "block" });
    });

    afterAll(async () => {
      await browser.close();
    });

    test("an open page notices a restart, recovers by itself, and shows what happens after it", async () => {
      await signIn(page, MARIE);
      await chooseGroup(page, GROUP.name);
      // The last part of the page that comes late: a part that is missed during the restart ends the page.
      await page.getByRole("heading", { name: joiningText.question }).waitFor();
      await page.getByText("À jour", { exact: true }).waitFor();
      await diapason.pause();
      await page.getByText("Hors ligne", { exact: true }).waitFor();
      await diapason.resume();
      await page.getByText("À jour", { exact: true }).waitFor();
      // The dashboard shows the next three events only.
      await plan("Répétition générale", { date: "2099-11-01" });
      await upcomingCard(page, "Répétition générale").waitFor();
    });
  });
});

test("Caddy's file is formatted as Caddy formats it", () => {
  const { file } = PROXIES.caddy;
  expect(execFileSync("caddy", ["fmt", file], { encoding: "utf8" })).toBe(readFileSync(file, "utf8"));
});
