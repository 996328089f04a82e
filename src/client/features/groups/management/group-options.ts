import type { Group } from "#domain/planning.ts";
import { groupWithId } from "#text/groups.ts";

/** The groups as a list to choose from: where two have one name, the second and later say their id too. */
export function groupOptions(groups: readonly Group[]): { readonly value: string; readonly label: string }[] {
  const seen = new Set<string>();
  return groups.map(({ id, name }) => {
    const label = seen.has(name) ? groupWithId(name, id) : name;
    seen.add(name);
    return { value: id, label };
  });
}
