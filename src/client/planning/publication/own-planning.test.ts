import { describe, expect, it } from "vitest";
import { SEED_GROUPS } from "#domain/planning/planning.ts";
import { type BrowserProfile, createBrowserProfile } from "#test/support/process/browser-profile.ts";
import type { Fetch } from "../../http/call-api.ts";
import type { PublishedPlanning } from "../local/planning-keys.ts";
import { createSharing, SHARING_KEY } from "../sharing.ts";
import { createOwnPlanning, leftoverOf } from "./own-planning.ts";

const NOW = 1_763_640_000_000;
const RECEIPT = { groups: 3, events: 1, answers: 0, leftOut: 0 };
const CHOIR = { id: "k7mq2z", name: "Chorale" };
const CULTE = {
  id: "culte",
  groupId: "1",
  name: "Culte",
  date: "2026-11-29",
  time: "10:00",
  location: "Temple",
  availability: [],
};
const PLANNED = {
  groups: JSON.stringify(SEED_GROUPS),
  events: JSON.stringify([CULTE]),
};

interface Sent {
  readonly path: string;
  readonly body: unknown;
}

/** A server that answers every call with `answer`, and records the calls. */
function createServer(answer: () => Response | Promise<Response> = () => Response.json(RECEIPT, { status: 201 })) {
  const sent: Sent[] = [];
  const fetchIt: Fetch = async (path, { body }) => {
    sent.push({ path, body: JSON.parse(body as string) });
    return answer();
  };
  return { sent, fetchIt };
}

function refusing(code: string, status = 409): () => Response {
  return () => Response.json({ type: "about:blank", title: code, status, code, detail: code }, { status });
}

function openTab(profile: BrowserProfile, fetchIt: Fetch) {
  const tab = profile.openTab();
  const sharing = createSharing(tab);
  return { sharing, own: createOwnPlanning({ device: { ...tab, now: () => NOW }, sharing, fetchIt }) };
}

describe("sharing", () => {
  it("publishes all groups, events and pairs, and makes the planning the team's in every tab", async () => {
    const profile = createBrowserProfile({ ...PLANNED, combinablePairs: JSON.stringify({ "1": [["Lead", "Piano"]] }) });
    const { sent, fetchIt } = createServer();
    const { own, sharing } = openTab(profile, fetchIt);
    const elsewhere = openTab(profile, fetchIt);
    expect(await own.share()).toEqual(RECEIPT);
    expect(sent).toEqual([
      {
        path: "/api/sharing",
        body: { groups: SEED_GROUPS, events: [CULTE], combinablePairs: { "1": [["Lead", "Piano"]] } },
      },
    ]);
    await profile.settled();
    expect(sharing.state()).toBe("shared");
    expect(elsewhere.sharing.state()).toBe("shared");
  });

  it.each([
    [{}, "/api/sharing"],
    [{ chosenGroupId: null, isReminding: true }, "/api/sharing"],
    [{ chosenGroupId: "1", isReminding: true }, "/api/sharing?group=1"],
    [{ chosenGroupId: "1", isReminding: false }, "/api/sharing?group=1&reminders=off"],
  ])("with %j goes to %s", async (choice, path) => {
    const { sent, fetchIt } = createServer();
    await openTab(createBrowserProfile(PLANNED), fetchIt).own.share(choice);
    expect(sent.map((call) => call.path)).toEqual([path]);
  });

  it("publishes line-ups and required roles; how often people want to play stays on this device", async () => {
    const lineUp = [{ role: "Voix", userId: "camille" }];
    const events = [{ ...CULTE, requiredRoles: ["Voix"], lineUp }];
    const profile = createBrowserProfile({
      ...PLANNED,
      events: JSON.stringify(events),
      requiredRoles: JSON.stringify({ "1": ["Lead"], gone: [] }),
      wishes: JSON.stringify({ camille: 2 }),
    });
    const { sent, fetchIt } = createServer();
    await openTab(profile, fetchIt).own.share();
    expect(sent[0]?.body).toEqual({
      groups: SEED_GROUPS,
      events,
      combinablePairs: {},
      requiredRoles: { "1": ["Lead"] },
    });
    expect(profile.stored.get("wishes")).toBe('{"camille":2}');
    expect(profile.stored.has("requiredRoles")).toBe(false);
  });

  it("publishes as many people of a role as it has places now, and the line-ups of several places whole", async () => {
    const lineUp = ["a", "b", "c"].map((userId) => ({ role: "Voix", userId }));
    const events = [
      { ...CULTE, requiredRoles: ["Voix", "Voix"], lineUp },
      { ...CULTE, id: "once", lineUp },
      { ...CULTE, id: "whole", requiredRoles: ["Voix", "Voix", "Voix"], lineUp },
    ];
    const profile = createBrowserProfile({ groups: JSON.stringify(SEED_GROUPS), events: JSON.stringify(events) });
    const { sent, fetchIt } = createServer();
    await openTab(profile, fetchIt).own.share();
    const body = sent[0]?.body as { events: { lineUp: unknown }[] };
    expect(body.events.map((event) => event.lineUp)).toEqual([lineUp.slice(0, 2), lineUp.slice(0, 1), lineUp]);
  });

  it("sets what was published aside, so that it is not offered again", async () => {
    const profile = createBrowserProfile(PLANNED);
    const { own } = openTab(profile, createServer().fetchIt);
    expect(own.leftover()).not.toBeNull();
    await own.share();
    expect(own.leftover()).toBeNull();
    expect(Object.fromEntries(profile.stored)).toEqual({
      [SHARING_KEY]: "shared",
      [`groups.published-${NOW}`]: PLANNED.groups,
      [`events.published-${NOW}`]: PLANNED.events,
    });
  });

  it("keeps what came while it was under way", async () => {
    const profile = createBrowserProfile(PLANNED);
    const later = JSON.stringify([CULTE, { ...CULTE, id: "later" }]);
    const { own } = openTab(
      profile,
      createServer(() => {
        profile.openTab().storage.setItem("events", later);
        return Response.json(RECEIPT, { status: 201 });
      }).fetchIt,
    );
    await own.share();
    expect(profile.stored.get("events")).toBe(later);
    expect(own.leftover()?.events).toHaveLength(2);
  });

  it("sends the groups of a new planning where nothing can be stored", async () => {
    const { sent, fetchIt } = createServer();
    await openTab(createBrowserProfile(), fetchIt).own.share();
    expect(sent[0]?.body).toEqual({ groups: SEED_GROUPS, events: [], combinablePairs: {} });
  });

  it("leaves events and pairs out whose group is gone: the server would refuse the whole", async () => {
    const profile = createBrowserProfile({
      ...PLANNED,
      events: JSON.stringify([CULTE, { ...CULTE, id: "orphan", groupId: "gone" }]),
      combinablePairs: JSON.stringify({ gone: [["Lead", "Piano"]] }),
    });
    const { sent, fetchIt } = createServer();
    await openTab(profile, fetchIt).own.share();
    expect(sent[0]?.body).toEqual({ groups: SEED_GROUPS, events: [CULTE], combinablePairs: {} });
  });

  it.each([
    ["that is silent", () => Promise.reject(new TypeError("Failed to fetch")), "server.unreachable"],
    ["for which it is too large", refusing("planning.too_large", 413), "planning.too_large"],
  ])("with a server %s changes nothing, and can be tried again", async (_, answer, code) => {
    const profile = createBrowserProfile(PLANNED);
    const before = new Map(profile.stored);
    const { own, sharing } = openTab(profile, createServer(answer).fetchIt);
    await expect(own.share()).rejects.toMatchObject({ code });
    expect(sharing.state()).toBe("local");
    expect(profile.stored).toEqual(before);
  });

  it("that somebody else did meanwhile makes the planning the team's, and keeps this one", async () => {
    const profile = createBrowserProfile(PLANNED);
    const { own, sharing } = openTab(profile, createServer(refusing("planning.already_shared")).fetchIt);
    await expect(own.share()).rejects.toMatchObject({ code: "planning.already_shared" });
    expect(sharing.state()).toBe("shared");
    expect(own.leftover()?.events).toEqual([CULTE]);
  });
});

describe("a planning left over beside the shared one", () => {
  it("is added without the groups that nobody touched, and then set aside", async () => {
    const profile = createBrowserProfile({
      [SHARING_KEY]: "shared",
      ...PLANNED,
      groups: JSON.stringify([...SEED_GROUPS, CHOIR]),
    });
    const { sent, fetchIt } = createServer();
    const { own } = openTab(profile, fetchIt);
    await own.add();
    expect(sent).toEqual([
      {
        path: "/api/sharing/additions",
        body: { groups: [SEED_GROUPS[0], CHOIR], events: [CULTE], combinablePairs: {} },
      },
    ]);
    expect(own.leftover()).toBeNull();
  });

  it("stays where the server refuses it; a planning that is shared no more is this browser's own again", async () => {
    const profile = createBrowserProfile({ [SHARING_KEY]: "shared", ...PLANNED });
    const { own, sharing } = openTab(profile, createServer(refusing("planning.not_shared")).fetchIt);
    await expect(own.add()).rejects.toMatchObject({ code: "planning.not_shared" });
    expect(sharing.state()).toBe("local");
    expect(own.leftover()?.events).toEqual([CULTE]);
  });

  it("is forgotten when somebody says so, which every tab hears", async () => {
    const profile = createBrowserProfile({ [SHARING_KEY]: "shared", ...PLANNED });
    const { own } = openTab(profile, createServer().fetchIt);
    const elsewhere = openTab(profile, createServer().fetchIt).own;
    const calls: string[] = [];
    const stops = [own.subscribe(() => calls.push("here")), elsewhere.subscribe(() => calls.push("elsewhere"))];
    await own.forget();
    await profile.settled();
    expect(new Set(calls)).toEqual(new Set(["here", "elsewhere"]));
    expect(own.leftover()).toBeNull();
    expect(elsewhere.leftover()).toBeNull();
    expect([...profile.stored.keys()]).toEqual([SHARING_KEY]);
    for (const stop of stops) stop();
    calls.length = 0;
    await own.forget();
    expect(calls).toEqual([]);
  });

  it("lets go of somebody's answers, and of nothing else", async () => {
    const of = (userId: string) => ({ userId, userName: userId, position: "Lead", status: "present" });
    const answered = { ...CULTE, availability: [of("camille"), of("david")] };
    const profile = createBrowserProfile({ ...PLANNED, events: JSON.stringify([answered]) });
    const { own } = openTab(profile, createServer().fetchIt);
    await own.removePerson("nobody");
    expect(JSON.parse(profile.stored.get("events") ?? "")).toEqual([answered]);
    await own.removePerson("camille");
    expect(own.leftover()?.events).toEqual([{ ...CULTE, availability: [of("david")] }]);
    expect(JSON.parse(profile.stored.get("events") ?? "")).toEqual([{ ...CULTE, availability: [of("david")] }]);
    expect(profile.stored.get("groups")).toBe(PLANNED.groups);
  });

  it("loses a deleted person's roles and wish", async () => {
    const lineUp = ["camille", "david"].map((userId, index) => ({ role: index === 0 ? "Lead" : "Voix", userId }));
    const profile = createBrowserProfile({
      ...PLANNED,
      events: JSON.stringify([{ ...CULTE, lineUp }]),
      wishes: JSON.stringify({ david: 3 }),
    });
    const { own } = openTab(profile, createServer().fetchIt);
    await own.removePerson("camille");
    expect(own.leftover()?.events[0]?.lineUp).toEqual(lineUp.slice(1));
    await own.removePerson("david");
    expect(profile.stored.get("wishes")).toBe("{}");
  });

  it("is not written over where not all of it can be read", async () => {
    const answered = { ...CULTE, availability: [{ userId: "c", userName: "C", position: "Lead", status: "present" }] };
    const events = JSON.stringify([answered, { id: "damaged" }]);
    const profile = createBrowserProfile({ ...PLANNED, events });
    await openTab(profile, createServer().fetchIt).own.removePerson("c");
    expect(profile.stored.get("events")).toBe(events);
  });

  it("is the same object until it changes", () => {
    const { own } = openTab(createBrowserProfile(PLANNED), createServer().fetchIt);
    expect(own.leftover()).toBe(own.leftover());
  });
});

const VEILLEE = { ...CULTE, groupId: "2" };

function kept(changed: Partial<PublishedPlanning> = {}): PublishedPlanning {
  return { groups: SEED_GROUPS, events: [], combinablePairs: {}, requiredRoles: {}, ...changed };
}

it("the groups of a new planning are nothing that somebody made, however many of them are left", () => {
  expect(leftoverOf(kept())).toBeNull();
  expect(leftoverOf(kept({ groups: SEED_GROUPS.slice(1) }))).toBeNull();
  expect(leftoverOf(kept({ groups: [] }))).toBeNull();
});

it("a created group and a renamed one are", () => {
  const renamed = { id: "1", name: "Louange" };
  const groups = [renamed, ...SEED_GROUPS.slice(1), CHOIR];
  expect(leftoverOf(kept({ groups }))).toEqual(kept({ groups: [renamed, CHOIR] }));
});

it("an event is, with the group that it is planned for", () => {
  expect(leftoverOf(kept({ events: [VEILLEE] }))).toEqual(kept({ groups: SEED_GROUPS.slice(1, 2), events: [VEILLEE] }));
});

it("the roles that an admin required are, with their group, were they none", () => {
  const requiredRoles = { "3": [] };
  expect(leftoverOf(kept({ requiredRoles }))).toEqual(kept({ groups: SEED_GROUPS.slice(2), requiredRoles }));
});

it("the pairs of roles that an admin chose are, with their group", () => {
  const combinablePairs = { "3": [["Lead", "Piano"]] } as const;
  expect(leftoverOf(kept({ combinablePairs }))).toEqual(kept({ groups: SEED_GROUPS.slice(2), combinablePairs }));
});
