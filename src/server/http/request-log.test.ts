import { once } from "node:events";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { answerToken } from "#test/support/server/test-answer-links.ts";
import { planningForAllTests } from "#test/support/server/test-lifetimes.ts";
import { createEvent } from "#test/support/server/test-planning.ts";

const planning = planningForAllTests("sqlite");

/** Sends the target as it is, as no library would. */
async function sendRaw(url: string, target: string, token: string): Promise<void> {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname);
  const lines = [`host: ${host}`, `referer: ${url}/answer?t=${token}`, `cookie: a=${token}`, "connection: close"];
  socket.end(`GET ${target} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
  socket.resume();
  await once(socket, "close");
}

test("no token is in the log, however its address was mangled", async () => {
  const { url, log } = planning.server;
  const person = await planning.newcomer();
  const event = await createEvent(planning.admin);
  const { address } = (await person.post("/api/users/me/calendar")).json<{ address: string }>();
  const calendar = new URL(address).pathname.slice("/calendar/".length, -".ics".length);
  const answer = await answerToken(planning.environment["DATA_DIR"], { userId: person.user.id, eventId: event.id });
  const { origin, host } = new URL(url);
  for (const token of [calendar, answer]) {
    const targets = [
      `/calendar/${token}.ics`,
      `//calendar/${token}.ics`,
      `/Calendar/${token}.ics`,
      `/calendar;a/${token}.ics`,
      `/calendar%2f${token}.ics`,
      `/calendar%2F${token}`,
      `/%63alendar/${token}.ics`,
      `/calendar%/${token}.ics`,
      `/calendar\\${token}.ics`,
      `/./calendar/../${token}.ics`,
      `/${token}.ics`,
      `/${token}`,
      `/answer/${token}`,
      `/answer;t=${token}`,
      `/answer%3Ft=${token}`,
      `/events/${token}`,
      `/api/events/${token}`,
      `/api/${token}`,
      `/api//answers/by-link/${token}`,
      `/unsubscribe/${token}`,
      `/answer?t=${token}`,
      `/register?invitation=${token}#${token}`,
      `/reset-password?token=${token}`,
      `/metrics/${token}`,
      `${origin}/calendar/${token}.ics`,
      `http://${host}:99999/calendar/${token}.ics`,
      `calendar/${token}.ics`,
      `/calendar/${token.slice(0, 30)}/${token.slice(30)}.ics`,
      `/${"x".repeat(5000)}/${token}`,
    ];
    for (const target of targets) await sendRaw(url, target, token);
    const pieces = [token.slice(0, 22), token.slice(22, 52), token.slice(-20)];
    expect(log.filter((line) => pieces.some((piece) => line.includes(piece)))).toEqual([]);
  }
  const paths = log.flatMap((line) => (/"path":"([^"]*)"/.exec(line) ?? []).slice(1));
  expect(new Set(paths)).toContain("/Calendar/");
});

test("a path is logged as it is where the server knows it, else its first part", async () => {
  const client = planning.server.client();
  const event = await createEvent(planning.admin);
  const sent = [
    "/",
    "/login",
    "/api/users",
    `/api/events/${event.id}`,
    "/wp-login.php",
    "/api/nothing/here",
    "/users/add",
  ];
  for (const path of sent) await client.get(path);
  const paths = planning.server.log.flatMap((line) => (/"path":"([^"]*)"/.exec(line) ?? []).slice(1));
  expect(paths.slice(-sent.length)).toEqual([...sent.slice(0, 5), "/api/", "/users/"]);
});
