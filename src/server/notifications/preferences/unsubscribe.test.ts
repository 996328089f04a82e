import { beforeEach, describe, expect, test } from "vitest";
import { planningForEachTest } from "#test/support/server/test-lifetimes.ts";
import type { Person } from "#test/support/server/test-planning.ts";
import { type Answer, EITHER_ENGINE, settingsOf } from "#test/support/server/test-server.ts";
import { createLinkTokens, type LinkTokens } from "../../auth/links/link-tokens.ts";
import { readSecret } from "../../auth/secret.ts";
import { readPreferences } from "./read-preferences.ts";

const FORM = { "content-type": "application/x-www-form-urlencoded" };
const ONE_CLICK = "List-Unsubscribe=One-Click";

const plainText = (page: string) => page.replaceAll("&#39;", "'");

describe.each(EITHER_ENGINE)("the link that ends one kind of mail, on %s", (engine) => {
  const planning = planningForEachTest(engine);
  let marie: Person;
  let tokens: LinkTokens;
  beforeEach(async () => {
    marie = await planning.newcomer();
    tokens = createLinkTokens(await readSecret(settingsOf(planning.environment)));
  });

  const pathOf = (token: string) => `/unsubscribe?t=${encodeURIComponent(token)}`;
  const link = (...parts: string[]) => pathOf(tokens.sign("unsubscribe", parts));
  /** As a mail program does: without a cookie, and without an origin. */
  async function click(path: string, raw = ONE_CLICK, headers: Record<string, string> = FORM): Promise<Answer> {
    const response = await fetch(planning.server.url + path, { method: "POST", body: raw, headers });
    const text = plainText(await response.text());
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      text,
      json: () => JSON.parse(text),
    };
  }
  async function mailsOf(person: Person) {
    const wishes = (await readPreferences(planning.server.database, [person.user.id])).get(person.user.id);
    return Object.entries(wishes ?? {}).flatMap(([topic, { byMail }]) => (byMail ? [topic] : []));
  }

  test("one click stops that kind alone, at once, for that person, and again changes nothing", async () => {
    const david = await planning.newcomer();
    const path = link(marie.user.id, "reminders");
    for (let count = 0; count < 2; count += 1) {
      const answer = await click(path);
      expect([answer.status, answer.headers["content-type"]]).toEqual([200, "text/html; charset=UTF-8"]);
      expect(answer.text).toContain("Vous ne recevez plus de rappel par mail.");
      expect(await mailsOf(marie)).toEqual(["changes", "requests", "place", "drop_outs"]);
    }
    expect(await mailsOf(david)).toHaveLength(5);
  });

  test("what was chosen for devices stays", async () => {
    const given = (await marie.get("/api/notifications")).json<{ wishes: Record<string, object> }>();
    const wishes = { ...given.wishes, reminders: { byMail: true, byPush: true } };
    await marie.send("PUT", "/api/notifications", { body: { ...given, wishes } });
    await click(link(marie.user.id, "reminders"));
    const after = (await marie.get("/api/notifications")).json<{ wishes: { reminders: object } }>();
    expect(after.wishes.reminders).toEqual({ byMail: false, byPush: true });
  });

  test("a form in parts, as some mail programs send it, counts as well", async () => {
    const body = '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n';
    const answer = await click(link(marie.user.id, "place"), body, {
      "content-type": "multipart/form-data; boundary=b",
    });
    expect(answer.status).toBe(200);
    expect(await mailsOf(marie)).not.toContain("place");
  });

  test("following it shows what would stop, and changes nothing, however often", async () => {
    const path = link(marie.user.id, "changes");
    for (const method of ["GET", "HEAD", "GET"]) {
      const answer = await planning.server.client().send(method, path);
      expect([answer.status, answer.headers["cache-control"]]).toEqual([200, "no-store"]);
      if (method === "HEAD") continue;
      expect(answer.text).toContain("<h1>Ne plus recevoir ces mails\u00a0?</h1>");
      expect(answer.text).toContain("un événement change");
      expect(answer.text).not.toMatch(/<script|style=|action=/);
    }
    expect(await mailsOf(marie)).toHaveLength(5);
    await click(path);
    const after = plainText((await planning.server.client().get(path)).text);
    expect(after).toContain("<h1>C'est noté.</h1>");
    expect(after).not.toContain("<form");
  });

  test("any other token is refused in French, and stops nothing", async () => {
    const good = tokens.sign("unsubscribe", [marie.user.id, "place"]);
    const others = [
      "",
      good.slice(0, -1),
      `${good}A`,
      good.replace(/^./, (first) => (first === "A" ? "B" : "A")),
      tokens.sign("answer", [marie.user.id, "place"]),
      tokens.sign("unsubscribe", [marie.user.id, "weather"]),
      tokens.sign("unsubscribe", [marie.user.id]),
      tokens.sign("unsubscribe", [marie.user.id, "place", "more"]),
      tokens.sign("unsubscribe", ["nobody", "place"]),
      createLinkTokens("another secret of many characters").sign("unsubscribe", [marie.user.id, "place"]),
      "\u0000",
    ];
    for (const token of others) {
      for (const answer of [await click(pathOf(token)), await planning.server.client().get(pathOf(token))]) {
        expect([token, answer.status]).toEqual([token, 400]);
        expect(plainText(answer.text)).toContain("<h1>Ce lien n'est plus valable.</h1>");
      }
    }
    expect(await mailsOf(marie)).toHaveLength(5);
  });

  test("ends with the account", async () => {
    const path = link(marie.user.id, "place");
    expect((await planning.admin.send("DELETE", `/api/users/${marie.user.id}`)).status).toBe(204);
    expect((await click(path)).status).toBe(400);
    expect((await planning.server.client().get(path)).status).toBe(400);
  });

  test.each([
    ["another body", "List-Unsubscribe=Maybe", FORM],
    ["no body", "", FORM],
    ["JSON", '{"List-Unsubscribe":"One-Click"}', { "content-type": "application/json" }],
    ["a broken form", "--b", { "content-type": "multipart/form-data" }],
  ])("%s is no click", async (_, raw, headers) => {
    expect((await click(link(marie.user.id, "place"), raw, headers)).status).toBe(400);
    expect(await mailsOf(marie)).toHaveLength(5);
  });

  test.each(["null", "https://mail.example.org"])(
    "one click counts from the page of a mail program, %s",
    async (origin) => {
      const headers = { ...FORM, origin, "sec-fetch-site": "cross-site" };
      expect((await click(link(marie.user.id, "place"), ONE_CLICK, headers)).status).toBe(200);
      expect(await mailsOf(marie)).not.toContain("place");
      expect((await click("/unsubscribe?t=forged", ONE_CLICK, headers)).status).toBe(400);
    },
  );

  test("a long body is refused", async () => {
    expect((await click(link(marie.user.id, "place"), `${ONE_CLICK}&x=${"x".repeat(5000)}`)).status).toBe(413);
    expect(await mailsOf(marie)).toHaveLength(5);
  });

  test("the token is in no line of the log, and the page is guarded like every other", async () => {
    const token = tokens.sign("unsubscribe", [marie.user.id, "place"]);
    const answer = await click(pathOf(token));
    expect(answer.headers["content-security-policy"]).toMatch(/default-src 'none'.*form-action 'self'/);
    const log = planning.server.log.join("\n");
    expect(log).toContain('"path":"/unsubscribe"');
    expect(log).not.toContain(token.split(".")[0] ?? token);
  });
});
