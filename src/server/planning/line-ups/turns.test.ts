import { describe, expect, test } from "vitest";
import { planningForAllTests } from "#test/support/server/test-lifetimes.ts";
import { changesSince, createEvent, giveAnswer, latestPosition } from "#test/support/server/test-planning.ts";
import { expectProblem } from "#test/support/server/test-problems.ts";
import { ENGINES, type TestClient } from "#test/support/server/test-server.ts";

describe.each(ENGINES)("whose turn it is on %s", (engine) => {
  const planning = planningForAllTests(engine);

  interface TurnRow {
    readonly userId: string;
    readonly played: number;
    readonly of: number;
    readonly isBeyondWish: boolean;
  }

  async function turns(eventId: string, client: TestClient) {
    return (await client.get(`/api/events/${eventId}/turns`)).json<TurnRow[] & Record<string, unknown>>();
  }

  test("is told to admins of everybody, to others of themselves; a wish counts all groups of the month", async () => {
    const { admin } = planning;
    const [marie, paul] = [await planning.newcomer({ positions: ["Voix"] }), await planning.newcomer()];
    const dates = ["2050-12-03", "2050-12-10", "2050-12-17"] as const;
    const [first, second, third] = await Promise.all(dates.map((date) => createEvent(admin, { date, groupId: "2" })));
    const elsewhere = await createEvent(admin, { date: "2050-12-31", groupId: "3" });
    for (const event of [first, second, elsewhere]) await giveAnswer(marie, event?.id ?? "", "present");
    await giveAnswer(paul, first?.id ?? "", "present");
    // Where a line-up is kept, it decides.
    const body = { holdings: [{ role: "Voix", userId: marie.user.id }] };
    await admin.send("PUT", `/api/events/${first?.id}/line-up`, { body });
    const ofMarie = { userId: marie.user.id, played: 2, of: 2, isBeyondWish: false };
    const ofPaul = { userId: paul.user.id, played: 0, of: 2, isBeyondWish: false };
    const id = third?.id ?? "";
    expect(await turns(id, admin)).toEqual(expect.arrayContaining([ofMarie, ofPaul]));
    expect(await turns(id, marie)).toEqual([ofMarie]);
    expect(await turns(id, paul)).toEqual([ofPaul]);
    const wish = (most: unknown) => marie.send("PUT", "/api/users/me/wish", { body: { most } });
    expect((await wish(3)).json()).toEqual({ most: 3 });
    expect(await turns(id, marie)).toEqual([{ ...ofMarie, isBeyondWish: true }]);
    await wish(4);
    expect(await turns(id, marie)).toEqual([ofMarie]);
    expectProblem(await admin.get("/api/events/none/turns"), 404, "event.not_found");
  });

  test("a wish is one's own: from 1 to 31, or none; the log forgets it with the account", async () => {
    const { admin } = planning;
    const marie = await planning.newcomer();
    const wish = (most: unknown) => marie.send("PUT", "/api/users/me/wish", { body: { most } });
    const before = await latestPosition(planning);
    for (const most of [0, 32, 1.5, "2"]) expectProblem(await wish(most), 422, "request.invalid");
    await wish(2);
    await wish(2);
    expect((await marie.get("/api/users/me/wish")).json()).toEqual({ most: 2 });
    expect((await admin.get("/api/users/me/wish")).json()).toEqual({ most: null });
    const wished = { type: "person.wish_set", userId: marie.user.id, most: 2 };
    expect(await changesSince(planning, before)).toEqual([wished]);
    await admin.send("DELETE", `/api/users/${marie.user.id}`);
    expect(await changesSince(planning, before)).not.toContainEqual(wished);
  });
});
