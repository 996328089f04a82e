import type { PlannedEvent } from "#domain/planning/planning.ts";

/** Computes a value once for each event; a changed event is another object. */
export function perEvent<Value>(compute: (event: PlannedEvent) => Value): (event: PlannedEvent) => Value {
  const known = new WeakMap<PlannedEvent, { readonly value: Value }>();
  return (event) => {
    const found = known.get(event) ?? { value: compute(event) };
    known.set(event, found);
    return found.value;
  };
}
