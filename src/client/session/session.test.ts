import { describe, expect, it } from "vitest";
import type { UserRow } from "#contract/accounts/users.ts";
import type { Session } from "#contract/sign-in/sessions.ts";
import { type BrowserProfile, createBrowserProfile } from "#test/support/process/browser-profile.ts";
import { ApiError } from "../http/call-api.ts";
import type { SessionApi } from "./session-api.ts";
import { createSession } from "./session.ts";
import type { SigningTab } from "./tabs/signing-tab.ts";

const NOW = 1_763_640_000_000;
const EXPIRES_AT = "2026-12-20T12:00:00.000Z";
const CAMILLE: UserRow = {
  id: "camille",
  firstName: "Camille",
  lastName: "Perrin",
  positions: ["Lead"],
  isAdmin: true,
  createdAt: "2026-11-01T10:00:00.000Z",
  email: "camille@exemple.fr",
};
const ELISE: UserRow = { ...CAMILLE, id: "elise", firstName: "Élise", isAdmin: false };
const MEMBER: UserRow = { ...CAMILLE, isAdmin: false };
const STORED = { currentUser: JSON.stringify(CAMILLE), rememberMe: "true" };
const CREDENTIALS = { email: "camille@exemple.fr", password: "tilleul" };

function silence(): Promise<never> {
  return Promise.reject(new ApiError({ code: "server.unreachable" }));
}

/** One tab's session on a server with these answers. */
function openTab(profile: BrowserProfile, api: Partial<SessionApi> = {}, signingTab: Partial<SigningTab> = {}) {
  const { storage, storageEvents } = profile.openTab();
  const happened: string[] = [];
  const session = createSession({
    api: {
      signIn: () => Promise.resolve({ user: CAMILLE, isEmailConfirmed: false }),
      register: () => Promise.resolve({ user: CAMILLE, isEmailConfirmed: false }),
      signOut: () => Promise.resolve(),
      current: () => Promise.resolve<Session>({ user: CAMILLE, expiresAt: EXPIRES_AT }),
      ...api,
    },
    storage,
    storageEvents,
    signingTab: {
      signedIn: (isRemembered) => happened.push(isRemembered ? "signed in, remembered" : "signed in, for this tab"),
      signedOut: () => happened.push("signed out"),
      wasReloaded: () => Promise.resolve(false),
      ...signingTab,
    },
    otherTabs: { onSignIn: () => undefined },
    ending: {
      async begin() {
        happened.push("server session ended");
      },
      settled: () => Promise.resolve(),
    },
    now: () => NOW,
    onSignedOut: (reason) => happened.push(reason === "replaced" ? "selection left" : "selection cleared"),
  });
  return { session, happened };
}

describe("signing in", () => {
  it("with remember-me stores the user, in the specification's presentation, and the flag", async () => {
    const profile = createBrowserProfile();
    const { session, happened } = openTab(profile);
    await session.signIn({ ...CREDENTIALS, rememberMe: true });
    expect(session.state().user).toEqual(CAMILLE);
    expect(JSON.parse(profile.stored.get("currentUser") ?? "")).toEqual({ ...CAMILLE, roles: ["admin"] });
    expect(profile.stored.get("rememberMe")).toBe("true");
    expect(happened).toEqual(["signed in, remembered"]);
  });

  it("without remember-me clears what an earlier one stored", async () => {
    const profile = createBrowserProfile({ ...STORED, groups: "[]" });
    const { session, happened } = openTab(profile);
    await session.signIn({ ...CREDENTIALS, rememberMe: false });
    expect([...profile.stored.keys()]).toEqual(["groups"]);
    expect(happened).toEqual(["signed in, for this tab"]);
  });

  it("that fails changes nothing, and says why", async () => {
    const profile = createBrowserProfile();
    const { session } = openTab(profile, {
      signIn: () => Promise.reject(new ApiError({ code: "account.wrong_password", status: 401 })),
    });
    await expect(session.signIn(CREDENTIALS)).rejects.toMatchObject({ code: "account.wrong_password" });
    expect(session.state().user).toBeNull();
    expect(profile.stored.size).toBe(0);
  });

  it("where nothing can be stored holds until the page is left, with nothing half-written", async () => {
    const profile = createBrowserProfile();
    profile.fill();
    const { session } = openTab(profile);
    await session.signIn({ ...CREDENTIALS, rememberMe: true });
    expect(session.state().user).toEqual(CAMILLE);
    expect(profile.stored.size).toBe(0);
  });
});

it("registering stores the user and the flag", async () => {
  const profile = createBrowserProfile();
  const { session } = openTab(profile);
  await session.register({ ...CREDENTIALS, firstName: "Camille", lastName: "Perrin", positions: ["Lead"] });
  expect([...profile.stored.keys()]).toEqual(["currentUser", "rememberMe"]);
});

describe("at start", () => {
  it("a remembered user is signed in at once", () => {
    expect(openTab(createBrowserProfile(STORED)).session.state().user).toEqual(CAMILLE);
  });

  it("a stored user without the flag is not", () => {
    const profile = createBrowserProfile({ currentUser: STORED.currentUser });
    expect(openTab(profile).session.state().user).toBeNull();
  });

  it("a stored user that cannot be read is set aside and told", () => {
    const profile = createBrowserProfile({ ...STORED, currentUser: "{" });
    const { session } = openTab(profile);
    expect(session.state()).toEqual({ user: null, setAside: ["currentUser"], signOutReason: null });
    expect(profile.stored.get(`currentUser.corrupt-${NOW}`)).toBe("{");
  });

  it("the session that this very tab opened without remember-me is ended on the server", async () => {
    const { session, happened } = openTab(createBrowserProfile(), {}, { wasReloaded: () => Promise.resolve(true) });
    await session.signIn(CREDENTIALS);
    expect(happened).toEqual(["server session ended", "signed in, for this tab"]);
  });
});

describe("a check", () => {
  it("of a session that the server refuses signs out, and forgets the user", async () => {
    const profile = createBrowserProfile({ ...STORED, selectedGroup: "1" });
    const { session, happened } = openTab(profile, { current: () => Promise.resolve(null) });
    expect(await session.check()).toEqual({ status: "ended" });
    expect(session.state().user).toBeNull();
    expect(profile.stored.has("currentUser")).toBe(false);
    expect(happened).toEqual(["signed out", "selection cleared"]);
  });

  it.each([
    ["ended before its time", "2099-12-20T12:00:00.000Z", "ended"],
    ["has come to its end", "2001-12-20T12:00:00.000Z", "expired"],
    ["had an end that nobody told here", null, "over"],
  ] as const)("tells of a session that %s", async (_, expiresAt, signOutReason) => {
    let answer: Session | null = expiresAt && { user: CAMILLE, expiresAt };
    const { session } = openTab(createBrowserProfile(STORED), { current: async () => answer });
    if (answer !== null) await session.check();
    answer = null;
    await session.check();
    expect(session.state()).toMatchObject({ user: null, signOutReason });
  });

  it("that nobody answers keeps the person signed in", async () => {
    const profile = createBrowserProfile(STORED);
    const { session } = openTab(profile, { current: silence });
    expect(await session.check()).toEqual({ status: "unreachable" });
    expect(session.state().user).toEqual(CAMILLE);
    expect(profile.stored.has("currentUser")).toBe(true);
  });

  it("takes over what changed in the person's row", async () => {
    const profile = createBrowserProfile(STORED);
    const demoted = { ...CAMILLE, isAdmin: false };
    const { session } = openTab(profile, { current: async () => ({ user: demoted, expiresAt: EXPIRES_AT }) });
    expect(await session.check()).toEqual({ status: "valid", expiresAt: EXPIRES_AT });
    expect(session.state().user).toEqual(demoted);
    expect(profile.stored.get("currentUser")).toContain('"roles":["member"]');
  });

  it("that finds another person's session leaves what is theirs alone", async () => {
    const profile = createBrowserProfile(STORED);
    const { session, happened } = openTab(profile, { current: async () => ({ user: ELISE, expiresAt: EXPIRES_AT }) });
    profile.stored.set("currentUser", JSON.stringify(ELISE));
    await session.check();
    expect(session.state().user).toBeNull();
    expect(profile.stored.get("currentUser")).toContain("elise");
    expect(happened).toEqual(["signed out", "selection left"]);
  });

  it("that was asked before the profile was saved does not bring the former one back", async () => {
    const asked = Promise.withResolvers<Session>();
    const { session } = openTab(createBrowserProfile(STORED), { current: () => asked.promise });
    const checked = session.check();
    session.updateUser({ ...CAMILLE, firstName: "Camilla" });
    asked.resolve({ user: CAMILLE, expiresAt: EXPIRES_AT });
    await checked;
    expect(session.state().user?.firstName).toBe("Camilla");
  });

  it("whose answer comes after another sign-in says nothing of the new session", async () => {
    const late = Promise.withResolvers<Session | null>();
    const { session } = openTab(createBrowserProfile(STORED), { current: () => late.promise });
    const checked = session.check();
    await session.signIn(CREDENTIALS);
    late.resolve(null);
    await checked;
    expect(session.state().user).toEqual(CAMILLE);
  });
});

describe("a row that changed", () => {
  it("of the person who is signed in gives their new role at once, and is stored", () => {
    const profile = createBrowserProfile({ ...STORED, currentUser: JSON.stringify(MEMBER) });
    const { session } = openTab(profile);
    let calls = 0;
    session.subscribe(() => {
      calls += 1;
    });
    session.updateUser(CAMILLE);
    expect(session.state().user).toEqual(CAMILLE);
    expect(profile.stored.get("currentUser")).toContain('"roles":["admin"]');
    expect(calls).toBe(1);
  });

  it("of somebody else changes nothing here", () => {
    const profile = createBrowserProfile(STORED);
    const { session } = openTab(profile);
    session.updateUser(ELISE);
    expect(session.state().user).toEqual(CAMILLE);
    expect(profile.stored.get("currentUser")).toBe(STORED.currentUser);
  });
});

describe("signing out", () => {
  it("ends the server's session, and clears the user, the flag and the selection", async () => {
    const profile = createBrowserProfile(STORED);
    const { session, happened } = openTab(profile);
    await session.signOut();
    expect(session.state().user).toBeNull();
    expect(profile.stored.size).toBe(0);
    expect(happened).toEqual(["server session ended", "signed out", "selection cleared"]);
  });

  it("signs out the other tabs of a remembered user", async () => {
    const profile = createBrowserProfile(STORED);
    const here = openTab(profile).session;
    const there = openTab(profile, { current: () => Promise.resolve(null) }).session;
    const { promise, resolve } = Promise.withResolvers<void>();
    there.subscribe(resolve);
    await here.signOut();
    await promise;
    expect(there.state().user).toBeNull();
  });
});

describe("a deleted account", () => {
  it("signs out here, where that is told until somebody else is in", async () => {
    const profile = createBrowserProfile({ ...STORED, selectedGroup: "1" });
    const { session, happened } = openTab(profile);
    session.accountDeleted();
    expect(session.state()).toMatchObject({ user: null, signOutReason: "account_deleted" });
    expect([...profile.stored.keys()]).toEqual(["selectedGroup"]);
    expect(happened).toEqual(["signed out", "selection cleared"]);
    await session.signIn(CREDENTIALS);
    expect(session.state()).toMatchObject({ user: CAMILLE, signOutReason: null });
  });

  it("is told also where the session was found to be over before", async () => {
    const { session } = openTab(createBrowserProfile(STORED), { current: () => Promise.resolve(null) });
    await session.check();
    session.accountDeleted();
    expect(session.state()).toMatchObject({ user: null, signOutReason: "account_deleted" });
  });
});
