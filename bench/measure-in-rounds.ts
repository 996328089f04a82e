/**
 * Interleaves measurements: every round takes each of them once, so that a busy moment of the machine affects all of
 * them. Returns the results of each, by name.
 */
export async function measureInRounds<Name extends string, Result>(
  rounds: number,
  measurements: Readonly<Record<Name, () => Promise<Result>>>,
): Promise<Record<Name, Result[]>> {
  const names = Object.keys(measurements) as Name[];
  const results = Object.fromEntries(names.map((name) => [name, [] as Result[]])) as Record<Name, Result[]>;
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) results[name].push(await measurements[name]());
  }
  return results;
}
