import { Sign, type SignProps } from "./sign.tsx";

export type EventState = "complete" | "missing";

/** A disc of radius 7.2 with a check of stroke 1.9 cut out; a rounded triangle with « ! » cut out. */
const SHAPES: Readonly<Record<EventState, string>> = {
  complete:
    "M8 .8a7.2 7.2 0 1 1 0 14.4a7.2 7.2 0 0 1 0-14.4ZM5.57 7.530L7.07 9.020L10.5 5.260A.95 .95 0 0 1 11.9 6.540L7.8 11.040A.95 .95 0 0 1 6.43 11.070L4.23 8.870A.95 .95 0 0 1 5.57 7.530Z",
  missing:
    "M6.55 1.900a1.67 1.67 0 0 1 2.9 0l5.8 10.300a1.67 1.67 0 0 1-1.45 2.500H2.200a1.67 1.67 0 0 1-1.45-2.500ZM8 5.100a.95 .95 0 0 0-.95 .950v2.800a.95 .95 0 0 0 1.9 0v-2.800A.95 .95 0 0 0 8 5.100ZM8 10.800a1.1 1.1 0 1 0 0 2.200a1.1 1.1 0 0 0 0-2.200Z",
};

const COLOURS: Readonly<Record<EventState, string>> = { complete: "text-ok", missing: "text-missing" };

/** An event's state, always with its word beside it or as its label. */
export function EventSign({ state, className = COLOURS[state], ...rest }: SignProps & { readonly state: EventState }) {
  return (
    <Sign {...rest} className={className}>
      <path d={SHAPES[state]} />
    </Sign>
  );
}
