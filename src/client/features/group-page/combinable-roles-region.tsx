import { useId, useRef, useState } from "react";
import { isCombinable, ROLE_PAIRS, type RolePair } from "#domain/line-up/role-pairs.ts";
import { useCombinablePairs } from "#client/planning/group-hooks.ts";
import { useSubmit } from "#client/planning/planning-hooks.ts";
import type { RefusalCode } from "#contract/planning/submit.ts";
import { Card } from "#client/ui/surfaces/card.tsx";
import { Checkbox } from "#client/ui/fields/checkbox.tsx";
import { Alert } from "#client/ui/surfaces/message.tsx";
import { combinableText, pairLabel } from "#text/groups/bench.ts";
import { sentenceOf } from "#text/errors/errors.ts";

/** For admins: which pairs of critical roles one person of this group may fill at once. */
export function CombinableRolesRegion({ groupId }: { readonly groupId: string }) {
  const titleId = useId();
  const pairs = useCombinablePairs(groupId);
  const submit = useSubmit();
  const [refusal, setRefusal] = useState<RefusalCode | null>(null);
  /** What was pressed and is not stored yet: the next press adds to it. */
  const latestRef = useRef<readonly RolePair[]>(null);

  async function toggle(pair: RolePair): Promise<void> {
    const latest = latestRef.current ?? pairs;
    const wanted = ROLE_PAIRS.filter((each) => isCombinable(latest, each) !== (each === pair));
    latestRef.current = wanted;
    const outcome = await submit({ type: "group.pairs_set", groupId, pairs: wanted });
    if (latestRef.current === wanted) latestRef.current = null;
    setRefusal(outcome.status === "refused" ? outcome.code : null);
  }

  return (
    <Card labelledBy={titleId}>
      <h2 id={titleId} className="font-title text-title">
        {combinableText.title}
      </h2>
      <p className="mb-3 text-small text-ink-2">{combinableText.explanation}</p>
      {refusal === null ? null : <Alert>{sentenceOf(refusal)}</Alert>}
      <ul className="grid grid-cols-1 gap-x-4 sm:grid-cols-2">
        {ROLE_PAIRS.map((pair) => (
          <li key={pair.join(" ")}>
            <Checkbox label={pairLabel(pair)} checked={isCombinable(pairs, pair)} onChange={() => void toggle(pair)} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
