/** Messages between the tabs of one browser: the members of `BroadcastChannel` in use. */
export type TabChannel = Pick<BroadcastChannel, "postMessage" | "addEventListener" | "close">;
