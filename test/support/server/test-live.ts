import type { Answer, TestClient, TestServer } from "../test-server.ts";
import { openStream, type StreamEvent, type TestStream } from "../test-stream.ts";

/** Follows the changes after this position; from now on when left out. */
export function follow(
  { url }: TestServer,
  client: TestClient,
  after?: number | string,
  headers: Record<string, string> = {},
): Promise<TestStream> {
  return openStream(url, client, `/api/changes${after === undefined ? "" : `?after=${after}`}`, headers);
}

/** The position that an event carries, NaN where it has none. */
export function positionIn({ id }: StreamEvent): number {
  return Number(id ?? Number.NaN);
}

/** The position after which a stream tells. */
export async function startOf(stream: TestStream): Promise<number> {
  return positionIn(await stream.find(({ event }) => event === "ready" || event === "reset"));
}

/** Whether an event tells of a change in which `text` stands. */
export function tellsOf(text: string): (event: StreamEvent) => boolean {
  return ({ event, data }) => event === "change" && JSON.stringify(data).includes(JSON.stringify(text));
}

export function isReload({ event }: StreamEvent): boolean {
  return event === "reload";
}

async function succeeded(answer: Promise<Answer>): Promise<void> {
  const { status, text } = await answer;
  if (status >= 300) throw new Error(text);
}

export function joinGroup(person: TestClient, groupId: string): Promise<void> {
  return succeeded(person.send("PUT", `/api/groups/${groupId}/members/me`));
}

export function leaveGroup(person: TestClient, groupId: string): Promise<void> {
  return succeeded(person.send("DELETE", `/api/groups/${groupId}/members/me`));
}

/** Everybody hears of a group's name. */
export function renameGroup(admin: TestClient, name: string, groupId = "1"): Promise<void> {
  return succeeded(admin.send("PATCH", `/api/groups/${groupId}`, { body: { name } }));
}
