/**
 * What there is, as far as one writer is concerned, by name: `group k3f9a2` has the group's name, `event …`, `answer …`
 * and `account …` what was said of them. What is not there has no entry.
 */
export type World = ReadonlyMap<string, string>;

/** What one write does to the world, all of it or nothing; `null` takes an entry away. */
export type Effect = Readonly<Record<string, string | null>>;

export function withEffect(world: World, effect: Effect): World {
  const after = new Map(world);
  for (const [name, value] of Object.entries(effect)) {
    if (value === null) after.delete(name);
    else after.set(name, value);
  }
  return after;
}

/** Where two worlds differ: one line each. */
export function differences(expected: World, found: World): string[] {
  const names = new Set([...expected.keys(), ...found.keys()]);
  return [...names]
    .filter((name) => expected.get(name) !== found.get(name))
    .map((name) => `${name}: expected ${expected.get(name) ?? "nothing"}, found ${found.get(name) ?? "nothing"}`);
}
