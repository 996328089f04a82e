import { describe, expect, it } from "vitest";
import type { UserRow } from "#contract/accounts/users.ts";
import { createPeople, type PeopleSnapshot } from "./people.ts";

const CAMILLE: UserRow = {
  id: "camille",
  firstName: "Camille",
  lastName: "Perrin",
  positions: ["Lead"],
  isAdmin: false,
  createdAt: "2026-11-01T10:00:00.000Z",
};
const ELISE: UserRow = { ...CAMILLE, id: "elise", firstName: "Élise" };

function silence(): Promise<Response> {
  return Promise.reject(new TypeError("Failed to fetch"));
}

/** A user list whose calls are answered by `answers` in turn. */
function peopleWith(...answers: (() => Promise<Response>)[]) {
  const waits: number[] = [];
  const people = createPeople({
    fetchIt: () => (answers.shift() ?? silence)(),
    random: () => 0,
    async wait(milliseconds) {
      waits.push(milliseconds);
    },
  });
  return { people, waits };
}

/** A store whose contents the test can read; `null` until something is stored. */
function storedList(rows: readonly UserRow[] | null) {
  const store = {
    rows,
    read: () => Promise.resolve(store.rows),
    async write(people: readonly UserRow[]) {
      store.rows = people;
    },
    async forget() {
      store.rows = null;
    },
  };
  return store;
}

function list(...rows: UserRow[]) {
  return () => Promise.resolve(Response.json(rows));
}

describe("the user list", () => {
  it("is loading until it is known", async () => {
    const { people } = peopleWith(list(CAMILLE));
    expect(people.snapshot().status).toBe("loading");
    await people.reload();
    expect(people.snapshot()).toEqual<PeopleSnapshot>({ status: "ready", people: [CAMILLE], problem: null });
  });

  it("tells its listeners, until they stop", async () => {
    const { people } = peopleWith(list(CAMILLE), list(CAMILLE, ELISE));
    let calls = 0;
    const stop = people.subscribe(() => {
      calls += 1;
    });
    await people.reload();
    stop();
    await people.reload();
    expect(calls).toBe(1);
    expect(people.snapshot().people).toHaveLength(2);
  });

  it("asks a silent server again after 200, 400 and 800 ms", async () => {
    const { people, waits } = peopleWith(silence, silence, silence, list(CAMILLE));
    await people.reload();
    expect(waits).toEqual([200, 400, 800]);
    expect(people.snapshot().status).toBe("ready");
  });

  it("then tells that the server does not answer", async () => {
    const { people } = peopleWith();
    await people.reload();
    expect(people.snapshot()).toEqual({ status: "failed", people: [], problem: "server.unreachable" });
  });

  it("does not ask a refusal again", async () => {
    const { people, waits } = peopleWith(() => Promise.resolve(new Response(null, { status: 401 })));
    await people.reload();
    expect(waits).toEqual([]);
    expect(people.snapshot().problem).toBe("session.required");
  });

  it("keeps what it had when a later loading fails, and tells why", async () => {
    const { people } = peopleWith(list(CAMILLE), () => Promise.resolve(new Response(null, { status: 503 })));
    await people.reload();
    await people.reload();
    expect(people.snapshot()).toEqual({ status: "ready", people: [CAMILLE], problem: "server.unavailable" });
  });

  it("is the latest asked for, whichever answer comes first", async () => {
    const first = Promise.withResolvers<Response>();
    const { people } = peopleWith(() => first.promise, list(ELISE));
    const earlier = people.reload();
    await people.reload();
    first.resolve(Response.json([CAMILLE]));
    await earlier;
    expect(people.snapshot().people).toEqual([ELISE]);
  });

  it("is the earlier answer until the latest one comes, where nothing is known yet, also if that one is refused", async () => {
    const later = Promise.withResolvers<Response>();
    const { people } = peopleWith(list(CAMILLE), () => later.promise);
    const [first, second] = [people.reload(), people.reload()];
    await first;
    expect(people.snapshot()).toEqual<PeopleSnapshot>({ status: "ready", people: [CAMILLE], problem: null });
    later.resolve(Response.json({ code: "request.too_many" }, { status: 429 }));
    await second;
    expect(people.snapshot()).toMatchObject({ status: "ready", people: [CAMILLE] });
  });

  it("shows a change at once, which a loading from before it does not undo", async () => {
    const slow = Promise.withResolvers<Response>();
    const { people } = peopleWith(list(CAMILLE, ELISE), () => slow.promise);
    await people.reload();
    const earlier = people.reload();
    people.update((rows) => rows.filter(({ id }) => id !== "elise"));
    slow.resolve(Response.json([CAMILLE, ELISE]));
    await earlier;
    expect(people.snapshot().people).toEqual([CAMILLE]);
  });

  it("is the one that the browser keeps while the server is silent, then the server's again, which is kept", async () => {
    const store = storedList([CAMILLE]);
    const later = Promise.withResolvers<Response>();
    const { people } = peopleWith(silence, () => later.promise);
    people.storeIn(store);
    const reloaded = people.reload();
    await expect.poll(() => people.snapshot()).toEqual({ status: "ready", people: [CAMILLE], problem: null });
    later.resolve(Response.json([CAMILLE, ELISE]));
    await reloaded;
    expect([people.snapshot().people, store.rows]).toEqual([
      [CAMILLE, ELISE],
      [CAMILLE, ELISE],
    ]);
  });

  it("does not wait for a store that never answers", async () => {
    const never = () => new Promise<never>(() => undefined);
    const { people } = peopleWith(silence, list(CAMILLE));
    people.storeIn({ read: never, write: never, forget: never });
    await people.reload();
    expect(people.snapshot()).toEqual({ status: "ready", people: [CAMILLE], problem: null });
  });

  it("is not the kept one when the server refuses", async () => {
    const { people } = peopleWith(() => Promise.resolve(new Response(null, { status: 401 })));
    people.storeIn(storedList([CAMILLE]));
    await people.reload();
    expect(people.snapshot()).toMatchObject({ status: "failed", people: [] });
  });

  it("is kept in a store that comes later, shown from it after a silence, and forgotten with it", async () => {
    const { people } = peopleWith(list(CAMILLE));
    await people.reload();
    const store = storedList(null);
    const stop = people.storeIn(store);
    await expect.poll(() => store.rows).toEqual([CAMILLE]);
    stop();
    await expect.poll(() => store.rows).toBeNull();
    const { people: offline } = peopleWith();
    await offline.reload();
    offline.storeIn(storedList([ELISE]));
    await expect.poll(() => offline.snapshot().people).toEqual([ELISE]);
    expect(offline.snapshot().problem).toBe("server.unreachable");
  });
});
