import type { OtherTabs } from "./signing-tab.ts";

const CHANNEL = "diapason.session";

/** The other tabs of this browser; nobody, where it joins none (a blocked storage blocks this too). */
export function joinOtherTabs(): OtherTabs {
  try {
    const channel = new BroadcastChannel(CHANNEL);
    return {
      announceSignIn() {
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel never leaves its origin
        channel.postMessage("signed-in");
      },
      onSignIn(listener) {
        channel.addEventListener("message", listener);
      },
    };
  } catch {
    return { announceSignIn() {}, onSignIn() {} };
  }
}
