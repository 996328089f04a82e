// One file for the browser: whoever works on a shared planning needs all three.
export { LateRefusals } from "./late-refusals.tsx";
export { OfflineStrip } from "./offline-strip.tsx";
export { SyncState } from "./sync-state.tsx";
