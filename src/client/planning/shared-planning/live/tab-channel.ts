/** How the tabs of one browser speak to each other: the part of `BroadcastChannel` that is used. */
export type TabChannel = Pick<BroadcastChannel, "postMessage" | "addEventListener" | "close">;
