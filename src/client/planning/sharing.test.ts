import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { createBrowserProfile } from "#test/support/process/browser-profile.ts";
import type { Fetch } from "../http/call-api.ts";
import { awaitSharing, createSharing, SHARING_KEY, watchSharing } from "./sharing.ts";

const CONFIG = { registration: "open", defaultAdmin: null, version: "1", timeZone: "Pacific/Tahiti" };

function answering(sharing: boolean): Fetch {
  return async () => Response.json({ ...CONFIG, sharing });
}

async function silent(): Promise<Response> {
  throw new TypeError("Failed to fetch");
}

/** A tab of a browser that has stored `stored`; `fetchIt` is the server. */
function openTab(stored: Readonly<Record<string, string>>, fetchIt: Fetch = silent) {
  const profile = createBrowserProfile(stored);
  return { profile, sharing: createSharing({ ...profile.openTab(), fetchIt }) };
}

it("a fresh device does not know, and remembers what the server answers", async () => {
  for (const [answer, state] of [
    [true, "shared"],
    [false, "local"],
  ] as const) {
    const { profile, sharing } = openTab({}, answering(answer));
    expect(sharing.state()).toBe("unknown");
    expect(await sharing.check()).toBe(true);
    expect(sharing.state()).toBe(state);
    expect(profile.stored.get(SHARING_KEY)).toBe(state);
  }
});

it("a fresh device whose server is silent goes on by itself, and remembers nothing", async () => {
  const { profile, sharing } = openTab({});
  expect(await sharing.check()).toBe(false);
  expect(sharing.state()).toBe("local");
  expect(profile.stored.has(SHARING_KEY)).toBe(false);
});

it("a device that has planned before shows its own planning at once", () => {
  expect(openTab({ groups: "[]" }).sharing.state()).toBe("local");
  expect(openTab({ events: "[]" }).sharing.state()).toBe("local");
});

it("what was last known holds while the server is silent", async () => {
  const { sharing } = openTab({ [SHARING_KEY]: "shared", groups: "[]" });
  expect(await sharing.check()).toBe(false);
  expect(sharing.state()).toBe("shared");
});

it("no date is formatted before a screen asks for the clock: the first format of a page takes long", async () => {
  // A calendar library of other tests in this process defines it: dates would then come from there.
  const temporal: unknown = Reflect.get(globalThis, "Temporal");
  Reflect.deleteProperty(globalThis, "Temporal");
  onTestFinished(() => {
    if (temporal !== undefined) Object.assign(globalThis, { Temporal: temporal });
  });
  const made = vi.spyOn(Intl, "DateTimeFormat");
  const { sharing } = openTab({ [SHARING_KEY]: "shared", teamTimeZone: "Pacific/Tahiti" }, answering(true));
  await sharing.check();
  expect(made).not.toHaveBeenCalled();
  expect(sharing.clock().timeZone).toBe("Pacific/Tahiti");
  expect(made).toHaveBeenCalledOnce();
  expect(sharing.clock()).toBe(sharing.clock());
  made.mockRestore();
});

it("a shared planning has the team's time zone, also while the server is silent; a local one that of the device", async () => {
  const { profile, sharing } = openTab({}, answering(true));
  await sharing.check();
  expect(sharing.clock().timeZone).toBe("Pacific/Tahiti");
  const later = createSharing({ ...profile.openTab(), fetchIt: silent });
  expect(later.clock().timeZone).toBe("Pacific/Tahiti");
  later.setState("local");
  expect(later.clock().timeZone).toBe("Europe/Paris");
});

it("a time zone that the browser does not know leaves the device's", () => {
  const { sharing } = openTab({ [SHARING_KEY]: "shared", teamTimeZone: "Atlantis/Capital" });
  expect(sharing.clock().timeZone).toBe("Europe/Paris");
});

it("a stored word that says nothing counts as not known", () => {
  expect(openTab({ [SHARING_KEY]: "perhaps" }).sharing.state()).toBe("unknown");
});

it("the tabs of a browser follow each other, and tell their listeners once", async () => {
  const { profile, sharing } = openTab({ [SHARING_KEY]: "local" });
  const other = createSharing({ ...profile.openTab(), fetchIt: silent });
  let calls = 0;
  other.subscribe(() => {
    calls += 1;
  });
  sharing.setState("shared");
  sharing.setState("shared");
  await profile.settled();
  expect(other.state()).toBe("shared");
  expect(calls).toBe(1);
});

it("an emptied storage does not take a shared planning away", async () => {
  const { profile, sharing } = openTab({ [SHARING_KEY]: "shared" });
  profile.openTab().storage.removeItem(SHARING_KEY);
  await profile.settled();
  expect(sharing.state()).toBe("shared");
});

it("an answer that was asked for before a publication does not undo it", async () => {
  const answer = Promise.withResolvers<Response>();
  const { sharing } = openTab({ groups: "[]" }, () => answer.promise);
  const check = sharing.check();
  sharing.setState("shared");
  answer.resolve(Response.json({ ...CONFIG, sharing: false }));
  await check;
  expect(sharing.state()).toBe("shared");
});

it("a full storage still lets the page switch", () => {
  const profile = createBrowserProfile({ groups: "[]" });
  const sharing = createSharing({ ...profile.openTab(), fetchIt: silent });
  profile.fill();
  sharing.setState("shared");
  expect(sharing.state()).toBe("shared");
});

describe("the server is asked", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  function watch(...answers: boolean[]) {
    const page = Object.assign<EventTarget, { visibilityState: DocumentVisibilityState }>(new EventTarget(), {
      visibilityState: "visible",
    });
    let checks = 0;
    async function check(): Promise<boolean> {
      checks += 1;
      return answers.shift() ?? true;
    }
    watchSharing({ check }, { page, random: () => 0 });
    return {
      checks: () => checks,
      show: (state: DocumentVisibilityState) => {
        page.visibilityState = state;
        page.dispatchEvent(new Event("visibilitychange"));
      },
    };
  }

  it("at once, every five minutes, and when the page is looked at again; never while it is hidden", async () => {
    const { checks, show } = watch();
    expect(checks()).toBe(1);
    await vi.advanceTimersByTimeAsync(5 * 60_000);
    expect(checks()).toBe(2);
    show("hidden");
    await vi.advanceTimersByTimeAsync(60 * 60_000);
    expect(checks()).toBe(2);
    show("visible");
    expect(checks()).toBe(3);
    await vi.advanceTimersByTimeAsync(5 * 60_000);
    expect(checks()).toBe(4);
  });

  it("every five seconds while a screen says that nothing is shared yet; never while it is hidden, nor afterwards", async () => {
    const page = { visibilityState: "visible" as DocumentVisibilityState };
    let checks = 0;
    const stop = awaitSharing(
      {
        async check() {
          checks += 1;
          return true;
        },
      },
      page,
    );
    await vi.advanceTimersByTimeAsync(60_000);
    expect(checks).toBe(12);
    page.visibilityState = "hidden";
    await vi.advanceTimersByTimeAsync(60_000);
    expect(checks).toBe(12);
    page.visibilityState = "visible";
    stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(checks).toBe(12);
  });

  it("again after 200 and 400 ms where it was silent", async () => {
    const { checks } = watch(false, false, true);
    await vi.advanceTimersByTimeAsync(199);
    expect(checks()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(checks()).toBe(2);
    await vi.advanceTimersByTimeAsync(400);
    expect(checks()).toBe(3);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(checks()).toBe(3);
  });
});
