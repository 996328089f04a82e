import { describe, expect, it } from "vitest";
import { createBrowserProfile } from "#test/support/process/browser-profile.ts";
import type { KeyValueStorage } from "../../storage/browser-storage.ts";
import { createSigningTab, SIGNING_TAB_KEY } from "./signing-tab.ts";

/** The tabs of one browser: announcements reach the other tabs; a lock is free once its page is left. */
function createTabs() {
  const listeners = new Map<object, () => void>();
  const held = new Set<string>();
  let ids = 0;

  function openPage(tabStorage: KeyValueStorage, navigation: NavigationTimingType = "navigate") {
    const page = {};
    const ownLocks: string[] = [];
    const locks = {
      // A simplified lock manager: grants a free lock, else gives up as after the time limit.
      request: async (name: string, _: unknown, granted: () => Promise<void>) => {
        if (held.has(name)) throw new DOMException("given up", "TimeoutError");
        held.add(name);
        ownLocks.push(name);
        await granted();
        held.delete(name);
      },
    } as unknown as LockManager;
    const signingTab = createSigningTab({
      tabStorage,
      locks,
      navigation,
      newId: () => `tab-${(ids += 1)}`,
      otherTabs: {
        announceSignIn: () => {
          for (const [other, listener] of listeners) if (other !== page) listener();
        },
        onSignIn: (listener) => listeners.set(page, listener),
      },
    });
    return {
      signingTab,
      leave() {
        listeners.delete(page);
        for (const name of ownLocks) held.delete(name);
      },
    };
  }
  return { openPage, newTabStorage: () => createBrowserProfile().openTab().storage };
}

describe("a reloaded page", () => {
  it("is of the tab that signed in, when that was without remember-me", async () => {
    const { openPage, newTabStorage } = createTabs();
    const tabStorage = newTabStorage();
    const before = openPage(tabStorage);
    before.signingTab.signedIn(false);
    before.leave();
    expect(await openPage(tabStorage, "reload").signingTab.wasReloaded()).toBe(true);
  });

  it("says so once: the session is then over", async () => {
    const { openPage, newTabStorage } = createTabs();
    const tabStorage = newTabStorage();
    const before = openPage(tabStorage);
    before.signingTab.signedIn(false);
    before.leave();
    await openPage(tabStorage, "reload").signingTab.wasReloaded();
    expect(tabStorage.getItem(SIGNING_TAB_KEY)).toBeNull();
  });

  it.each<[string, boolean]>([
    ["it was remembered", true],
    ["it signed out", false],
  ])("owns no session when %s", async (_, isRemembered) => {
    const { openPage, newTabStorage } = createTabs();
    const tabStorage = newTabStorage();
    const before = openPage(tabStorage);
    before.signingTab.signedIn(isRemembered);
    if (!isRemembered) before.signingTab.signedOut();
    before.leave();
    expect(await openPage(tabStorage, "reload").signingTab.wasReloaded()).toBe(false);
  });

  it("owns no session when another tab signed in since", async () => {
    const { openPage, newTabStorage } = createTabs();
    const tabStorage = newTabStorage();
    const before = openPage(tabStorage);
    before.signingTab.signedIn(false);
    openPage(newTabStorage()).signingTab.signedIn(false);
    before.leave();
    expect(await openPage(tabStorage, "reload").signingTab.wasReloaded()).toBe(false);
  });

  it("of another tab owns no session", async () => {
    const { openPage, newTabStorage } = createTabs();
    openPage(newTabStorage()).signingTab.signedIn(false);
    expect(await openPage(newTabStorage(), "reload").signingTab.wasReloaded()).toBe(false);
  });

  it("of a copied tab owns no session while the first one lives", async () => {
    const { openPage, newTabStorage } = createTabs();
    const tabStorage = newTabStorage();
    openPage(tabStorage).signingTab.signedIn(false);
    expect(await openPage(tabStorage, "reload").signingTab.wasReloaded()).toBe(false);
  });
});

it("a link opened in the tab that signed in ends nothing, and a later reload still does", async () => {
  const { openPage, newTabStorage } = createTabs();
  const tabStorage = newTabStorage();
  const first = openPage(tabStorage);
  first.signingTab.signedIn(false);
  first.leave();
  const second = openPage(tabStorage, "navigate");
  expect(await second.signingTab.wasReloaded()).toBe(false);
  second.leave();
  expect(await openPage(tabStorage, "reload").signingTab.wasReloaded()).toBe(true);
});
