/**
 * What one writer has made, by name: `group k3f9a2` maps to the group's name; `event …`, `answer …` and `account …` map
 * to a text about them. What does not exist has no entry.
 */
export type Records = ReadonlyMap<string, string>;

/** What one write changes in the records, completely or not at all; `null` removes an entry. */
export type Effect = Readonly<Record<string, string | null>>;

export function withEffect(world: Records, effect: Effect): Records {
  const after = new Map(world);
  for (const [name, value] of Object.entries(effect)) {
    if (value === null) after.delete(name);
    else after.set(name, value);
  }
  return after;
}

/** The differences between two sets of records, one line each. */
export function differences(expected: Records, found: Records): string[] {
  const names = new Set([...expected.keys(), ...found.keys()]);
  return [...names]
    .filter((name) => expected.get(name) !== found.get(name))
    .map((name) => `${name}: expected ${expected.get(name) ?? "nothing"}, found ${found.get(name) ?? "nothing"}`);
}
