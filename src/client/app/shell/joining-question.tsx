import type { Group } from "#domain/planning/planning.ts";
import { useJoiningQuestion } from "../../planning/membership/membership-hooks.ts";
import { useSelectedGroup } from "../../planning/planning-hooks.ts";
import { useUser } from "../../session/session-hooks.ts";
import { optionalPart } from "../../ui/page/lazy-part.tsx";
import type { JoiningPanelProps } from "./joining-panel.tsx";

/** As high as the question on a phone and on a wide screen, so that it moves nothing when it comes. */
function PanelPlace() {
  return <div className="min-h-40 rounded-card bg-primary-soft sm:min-h-17" />;
}

const JoiningPanel = optionalPart<JoiningPanelProps>(
  async () => (await import("./joining-panel.tsx")).JoiningPanel,
  PanelPlace,
);

function Question({ group }: { readonly group: Group }) {
  const { isAsked, join, decline } = useJoiningQuestion(group.id, useUser().id);
  return isAsked ? <JoiningPanel group={group} join={join} decline={decline} /> : null;
}

/**
 * Asks once, in a group the user only views, whether they want to join it. Viewing alone never makes anybody a member.
 */
export function JoiningQuestion() {
  const group = useSelectedGroup();
  return group === null ? null : <Question key={group.id} group={group} />;
}
