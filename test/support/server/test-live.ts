import type { Answer, TestClient, TestServer } from "./test-server.ts";
import { openStream, type StreamEvent, type TestStream } from "./test-stream.ts";

/** Follows the changes after this position; without a position, the changes from now on. */
export function follow(
  { url }: TestServer,
  client: TestClient,
  after?: number | string,
  headers: Record<string, string> = {},
): Promise<TestStream> {
  return openStream(url, client, `/api/changes${after === undefined ? "" : `?after=${after}`}`, headers);
}

/** The position of an event, or NaN if it has none. */
export function positionIn({ id }: StreamEvent): number {
  return Number(id ?? Number.NaN);
}

/** The position after which a stream delivers changes. */
export async function startOf(stream: TestStream): Promise<number> {
  return positionIn(await stream.find(({ event }) => event === "ready" || event === "reset"));
}

/** Whether an event is a change that contains `text` as one of its strings. */
export function mentions(text: string): (event: StreamEvent) => boolean {
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

/** Makes a change that every stream receives. */
export function renameGroup(admin: TestClient, name: string, groupId = "1"): Promise<void> {
  return succeeded(admin.send("PATCH", `/api/groups/${groupId}`, { body: { name } }));
}
