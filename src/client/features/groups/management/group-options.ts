import type { Group } from "#domain/planning/planning.ts";
import { groupWithId } from "#text/groups/groups.ts";

/** The groups as options of a select; of groups with the same name, the second and later ones show their id. */
export function groupOptions(groups: readonly Group[]): { readonly value: string; readonly label: string }[] {
  const seen = new Set<string>();
  return groups.map(({ id, name }) => {
    const label = seen.has(name) ? groupWithId(name, id) : name;
    seen.add(name);
    return { value: id, label };
  });
}
