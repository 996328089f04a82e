import { isCombinable, ROLE_PAIRS } from "#domain/line-up/role-pairs.ts";
import { useCombinablePairs } from "#client/planning/group-hooks.ts";
import { combinableText, pairLabel } from "#text/groups/bench.ts";
import { FoldedCard } from "./folded-card.tsx";
import { RoleChoice } from "./role-choice.tsx";

/** For admins: which pairs of critical roles one person of this group may fill at once. */
export function CombinableRolesRegion({ groupId }: { readonly groupId: string }) {
  const pairs = useCombinablePairs(groupId);
  return (
    <FoldedCard title={combinableText.title}>
      <RoleChoice
        explanation={combinableText.explanation}
        all={ROLE_PAIRS}
        chosen={ROLE_PAIRS.filter((pair) => isCombinable(pairs, pair))}
        labelOf={pairLabel}
        columns="grid-cols-1 sm:grid-cols-2"
        change={(wanted) => ({ type: "group.pairs_set", groupId, pairs: wanted })}
      />
    </FoldedCard>
  );
}
