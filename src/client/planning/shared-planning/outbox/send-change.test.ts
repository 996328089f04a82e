import { describe, expect, expectTypeOf, it } from "vitest";
import { CHANGE_KINDS } from "#contract/planning/change-kinds.ts";
import { addDays } from "#domain/calendar/calendar.ts";
import type { PlanningChange, SubmittedChange } from "#domain/planning/planning-change.ts";
import type { Fetch } from "../../../http/call-api.ts";
import { sendChange, type SendOutcome } from "./outbox-sending.ts";

const MADE_AT = "2026-11-21T10:00:00.000Z";
const MARIE = { id: "marie", firstName: "Marie", lastName: "Petit", positions: ["Voix"] } as const;
const CULTE = { groupId: "1", name: "Culte", date: "2026-11-29", time: "10:00", location: "Temple" };
const ROW = { id: "e1", ...CULTE, availability: [] };
const ENTRY = { userId: "marie", userName: "Marie Petit", position: "Voix", status: "present" };
const PRESENT_ROW = { ...ROW, availability: [ENTRY] };
const PRESENT = { type: "availability.set", eventId: "e1", person: MARIE, answer: "present" } as const;
const SERIES = "3f2b8c1e-5d4a-4e6f-9a7b-0123456789ab";
const FOLLOWING = { eventId: "e1", seriesId: SERIES, from: CULTE.date };
const LINE_UP = [{ role: "Voix", userId: "marie" }] as const;
const DELETED: PlanningChange = { type: "event.deleted", eventId: "e1" };

interface Exchanged {
  readonly outcome: SendOutcome;
  readonly calls: readonly { readonly path: string; readonly init: RequestInit }[];
}

async function send(change: PlanningChange, response: Response | Error, isRepeated = false): Promise<Exchanged> {
  const calls: { path: string; init: RequestInit }[] = [];
  const fetchIt: Fetch = (path, init) => {
    calls.push({ path, init });
    return response instanceof Error ? Promise.reject(response) : Promise.resolve(response);
  };
  const outcome = await sendChange({ change, madeAt: MADE_AT }, isRepeated, { userId: "marie", fetchIt });
  return { outcome, calls };
}

function row(status: number, body: unknown, position = 7): Response {
  return Response.json(body, { status, headers: { "diapason-position": String(position) } });
}

function nothing(): Response {
  return new Response(null, { status: 204, headers: { "diapason-position": "7" } });
}

function problem(status: number, code: string, headers: Record<string, string> = {}): Response {
  return Response.json({ type: "about:blank", title: "", status, code, detail: "" }, { status, headers });
}

const ABSENCE = { id: "a1", person: MARIE, from: "2026-12-05", to: "2026-12-20" };

describe("each change has its call", () => {
  it.each<[PlanningChange, Response, string, unknown, Record<string, string>?]>([
    [
      { type: "group.created", group: { id: "abc234", name: "Chorale" } },
      row(201, { id: "abc234", name: "Chorale" }),
      "POST /api/groups",
      { name: "Chorale" },
      { "idempotency-key": "abc234" },
    ],
    [
      { type: "group.renamed", groupId: "1", name: "Ados" },
      row(200, { id: "1", name: "Ados" }),
      "PATCH /api/groups/1",
      { name: "Ados" },
    ],
    [{ type: "group.deleted", groupId: "1" }, nothing(), "DELETE /api/groups/1", undefined],
    [
      { type: "group.pairs_set", groupId: "1", pairs: [["Lead", "Bass"]] },
      row(200, { id: "1", name: "Ados", memberIds: [], combinablePairs: [["Lead", "Bass"]], eventCount: 0 }),
      "PUT /api/groups/1/combinable-pairs",
      { pairs: [["Lead", "Bass"]] },
    ],
    [
      { type: "group.required_roles_set", groupId: "1", roles: ["Lead"] },
      row(200, { id: "1", name: "Ados", memberIds: [], combinablePairs: [], requiredRoles: ["Lead"], eventCount: 0 }),
      "PUT /api/groups/1/required-roles",
      { roles: ["Lead"] },
    ],
    [
      { type: "line_up.kept", eventId: "e1", lineUp: LINE_UP },
      row(200, { ...ROW, lineUp: LINE_UP }),
      "PUT /api/events/e1/line-up",
      { holdings: LINE_UP },
    ],
    [
      { type: "line_up.kept", eventId: "e1", lineUp: [], repairs: LINE_UP },
      row(200, { ...ROW, lineUp: [] }),
      "PUT /api/events/e1/line-up",
      { holdings: [], repairs: LINE_UP },
    ],
    [{ type: "line_up.dropped", eventId: "e1" }, nothing(), "DELETE /api/events/e1/line-up", undefined],
    [
      { type: "person.wish_set", userId: "marie", most: 2 },
      row(200, { most: 2 }),
      "PUT /api/users/me/wish",
      { most: 2 },
    ],
    [
      { type: "group.joined", groupId: "1", userId: "marie" },
      row(200, { groupId: "1", userId: "marie" }),
      "PUT /api/groups/1/members/me",
      undefined,
    ],
    [
      { type: "group.joined", groupId: "1", userId: "david" },
      row(200, { groupId: "1", userId: "david" }),
      "PUT /api/groups/1/members/david",
      undefined,
    ],
    [{ type: "group.left", groupId: "1", userId: "marie" }, nothing(), "DELETE /api/groups/1/members/me", undefined],
    [{ type: "group.left", groupId: "1", userId: "david" }, nothing(), "DELETE /api/groups/1/members/david", undefined],
    [
      { type: "group.restored", group: { id: "1", name: "Ados" }, place: 0, events: [], pairs: null, memberIds: [] },
      row(200, { id: "1", name: "Ados" }),
      "POST /api/groups/1/restoration",
      undefined,
    ],
    [{ type: "event.restored", event: ROW }, row(200, ROW), "POST /api/events/e1/restoration", undefined],
    [
      { type: "event.created", event: { id: "e1", ...CULTE } },
      row(201, ROW),
      "POST /api/events",
      CULTE,
      { "idempotency-key": "e1" },
    ],
    [DELETED, nothing(), "DELETE /api/events/e1", undefined],
    [
      { type: "absence.added", absence: ABSENCE },
      row(201, ABSENCE),
      "POST /api/absences",
      { from: "2026-12-05", to: "2026-12-20" },
      { "idempotency-key": "a1" },
    ],
    [{ type: "absence.removed", absenceId: "a1", userId: "marie" }, nothing(), "DELETE /api/absences/a1", undefined],
    [
      { type: "event.edited", eventId: "e1", edit: { name: "Fête", endTime: null }, answers: "keep" },
      row(200, ROW),
      "PATCH /api/events/e1",
      { name: "Fête", endTime: null, answers: "keep" },
    ],
    [
      { type: "series.created", series: { id: SERIES, ...CULTE, every: "week", until: CULTE.date } },
      row(201, [ROW]),
      "POST /api/event-series",
      { ...CULTE, every: "week", until: CULTE.date },
      { "idempotency-key": SERIES },
    ],
    [
      { type: "series.edited", ...FOLLOWING, days: 1, edit: { time: "10:30" }, answers: "reset" },
      row(200, ROW),
      "PATCH /api/events/e1",
      { time: "10:30", date: addDays(CULTE.date, 1), answers: "reset", scope: "following" },
    ],
    [{ type: "series.deleted", ...FOLLOWING }, nothing(), "DELETE /api/events/e1?scope=following", undefined],
    [
      { type: "series.restored", ...FOLLOWING, events: [] },
      row(200, ROW),
      "POST /api/events/e1/restoration?scope=following",
      undefined,
    ],
    [
      { ...PRESENT, comment: "En retard" },
      row(200, { ...ROW, availability: [{ ...ENTRY, comment: "En retard" }] }),
      "PUT /api/events/e1/availability",
      { status: "present", answeredAt: MADE_AT, comment: "En retard" },
    ],
    [
      { ...PRESENT, person: { ...MARIE, id: "david" }, saidBy: "marie" },
      row(200, { ...ROW, availability: [{ ...ENTRY, userId: "david" }] }),
      "PUT /api/events/e1/availability/david",
      { status: "present", answeredAt: MADE_AT },
    ],
    [PRESENT, row(200, PRESENT_ROW), "PUT /api/events/e1/availability", { status: "present", answeredAt: MADE_AT }],
  ])("%o", async (change, response, call, body, headers = {}) => {
    const { outcome, calls } = await send(change, response);
    expect(outcome).toEqual({ status: "accepted", position: 7, isInEffect: true });
    expect(calls).toMatchObject([{ init: { headers: { "diapason-person": "marie", ...headers } } }]);
    expect(calls.map(({ path, init }) => `${init.method} ${path}`)).toEqual([call]);
    expect(calls[0]?.init.body).toBe(body === undefined ? undefined : JSON.stringify(body));
  });

  it("each kind of change, except those that only the server makes", async () => {
    const kinds = Object.keys(CHANGE_KINDS);
    const person = { id: "marie", firstName: "Marie", lastName: "Petit", positions: [] };
    const parts = {
      formerName: "Trompette",
      eventId: "e1",
      groupId: "1",
      userId: "marie",
      person,
      event: { id: "e1", ...CULTE },
      group: { id: "1", name: "x" },
      series: { id: SERIES, ...CULTE },
      from: CULTE.date,
      days: 0,
      absence: ABSENCE,
      absenceId: "a1",
    };
    const unsent: (string | undefined)[] = [];
    for (const type of kinds) {
      const { calls } = await send({ type, ...parts } as unknown as PlanningChange, nothing());
      if (calls.length === 0) unsent.push(type);
    }
    expect(unsent).toEqual(["person.changed", "person.removed", "service.renamed"]);
  });

  const notForPages = [
    { type: "person.changed", person: MARIE, from: "2026-11-21" },
    { type: "person.removed", userId: "marie" },
    { type: "service.renamed", formerName: "Trompette", name: "Cornet" },
  ] as const;

  it.each<PlanningChange>(notForPages)("but those that only the server makes: $type", async (change) => {
    expect(await send(change, nothing())).toEqual({
      outcome: { status: "refused", code: "request.invalid" },
      calls: [],
    });
  });

  it("but another person's wish", async () => {
    const { outcome, calls } = await send({ type: "person.wish_set", userId: "david", most: 2 }, nothing());
    expect([outcome, calls]).toEqual([{ status: "refused", code: "request.invalid" }, []]);
  });

  it("and those no page can submit: the compiler says so", () => {
    expectTypeOf<SubmittedChange["type"]>().toEqualTypeOf<
      Exclude<PlanningChange["type"], (typeof notForPages)[number]["type"]>
    >();
  });
});

describe("the server's answer means", () => {
  it.each<[string, Response | Error, SendOutcome]>([
    ["that a later word stands", row(200, ROW), { status: "accepted", position: 7, isInEffect: false }],
    [
      "a change without a position",
      Response.json(PRESENT_ROW),
      { status: "accepted", position: null, isInEffect: true },
    ],
    ["no", problem(404, "event.not_found"), { status: "refused", code: "event.not_found" }],
    ["no right", problem(403, "request.forbidden"), { status: "refused", code: "request.forbidden" }],
    ["nobody signed in", problem(401, "session.required"), { status: "session_refused" }],
    ["somebody else signed in", problem(409, "session.other_person"), { status: "session_refused" }],
    ["later", problem(429, "request.too_many", { "Retry-After": "9" }), { status: "postponed", seconds: 9 }],
    ["later, some time", problem(429, "request.too_many"), { status: "postponed", seconds: null }],
    ["nothing: no network", new TypeError("Failed to fetch"), { status: "unanswered" }],
    ["nothing: a proxy without its server", new Response("<html>", { status: 502 }), { status: "unanswered" }],
    ["nothing: a proxy that failed", new Response("<html>", { status: 500 }), { status: "unanswered" }],
    ["nothing: a server without its database", problem(503, "server.unavailable"), { status: "unanswered" }],
    ["nothing: a server whose disk is full", problem(507, "server.disk_full"), { status: "unanswered" }],
    ["that it failed", problem(500, "server.failure"), { status: "failed", reference: undefined }],
    ["nothing: a page in the server's stead", new Response("<html>"), { status: "unanswered" }],
    ["nothing: another row than was asked for", row(200, { id: "e1" }), { status: "unanswered" }],
  ])("%s", async (_, response, expected) => {
    expect((await send(PRESENT, response)).outcome).toEqual(expected);
  });

  it("nothing, if a proxy's own page answers a deletion", async () => {
    expect((await send(DELETED, new Response("<html>"))).outcome).toEqual({ status: "unanswered" });
  });

  it.each<[PlanningChange, string]>([
    [DELETED, "event.not_found"],
    [{ type: "group.deleted", groupId: "1" }, "group.not_found"],
    [{ type: "group.left", groupId: "1", userId: "marie" }, "group.not_found"],
    [{ type: "line_up.dropped", eventId: "e1" }, "event.not_found"],
  ])("that a repeated deletion is done, where there is nothing to delete: %o", async (change, code) => {
    expect((await send(change, problem(404, code), true)).outcome).toEqual({
      status: "accepted",
      position: null,
      isInEffect: true,
    });
    expect((await send(change, problem(404, code))).outcome).toEqual({ status: "refused", code });
    expect((await send(change, problem(404, "request.not_found"), true)).outcome).toMatchObject({ status: "refused" });
  });

  it("that any other repeated change is refused, if there is nothing to change", async () => {
    const refused = { status: "refused", code: "event.not_found" };
    expect((await send(PRESENT, problem(404, "event.not_found"), true)).outcome).toEqual(refused);
  });
});
