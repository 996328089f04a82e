import type { OtherTabs } from "./signing-tab.ts";

const CHANNEL = "diapason.session";

/**
 * Messages to and from the other tabs of this browser; none where channels are unavailable (blocked storage blocks them
 * too).
 */
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
