import { UserPlus } from "lucide-react";
import { useId, useState } from "react";
import type { RefusalCode } from "#contract/planning/planning-change.ts";
import { fullName } from "#domain/people/people.ts";
import type { Group } from "#domain/planning/planning.ts";
import { planningSentenceOf } from "#text/errors/planning-errors.ts";
import { groupPageText, joiningExplanation, joiningText, namesakeNotice } from "#text/groups/group-page.ts";
import { hasAccount } from "../../people/has-account.ts";
import { usePeople } from "../../people/people-hooks.ts";
import { useMembers } from "../../planning/group-hooks.ts";
import type { JoiningQuestion } from "../../planning/membership/membership-hooks.ts";
import { useUser } from "../../session/session-hooks.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { useToast } from "../../ui/overlays/toast.tsx";
import { Alert, Notice } from "../../ui/surfaces/message.tsx";

export interface JoiningPanelProps extends Pick<JoiningQuestion, "join" | "decline"> {
  readonly group: Group;
}

/** Moves the focus to the screen below, because the pressed button is gone. */
function focusContent(): void {
  document.querySelector<HTMLElement>("#content")?.focus({ preventScroll: true });
}

/** Asks a user who views a group whether they want to join it. */
export function JoiningPanel({ group, join, decline }: JoiningPanelProps) {
  const titleId = useId();
  const showToast = useToast();
  const [refusal, setRefusal] = useState<RefusalCode | null>(null);

  async function handleJoin(): Promise<void> {
    const outcome = await join();
    if (outcome.status === "refused") return setRefusal(outcome.code);
    showToast({ message: groupPageText.joined });
    focusContent();
  }

  return (
    <section
      aria-labelledby={titleId}
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card bg-primary-soft px-4 py-3 wrap-anywhere"
    >
      <div className="min-w-0 grow basis-64">
        <h2 id={titleId} className="text-control font-semibold text-primary">
          {joiningText.question}
        </h2>
        <p className="text-small">{joiningExplanation(group.name)}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" size="compact" icon={<UserPlus />} onClick={() => void handleJoin()}>
          {joiningText.join}
        </Button>
        <Button
          size="compact"
          onClick={() => {
            decline();
            focusContent();
          }}
        >
          {joiningText.lookOnly}
        </Button>
      </div>
      {refusal === null ? null : (
        <div className="basis-full">
          <Alert detail={planningSentenceOf(refusal)}>{groupPageText.joinFailed}</Alert>
        </div>
      )}
    </section>
  );
}

/** Tells the user that a member of their group without an account has the same name, and that admins see it. */
export function NamesakeNotice({ group }: { readonly group: Group }) {
  const { id } = useUser();
  const members = useMembers(group.id, usePeople());
  const own = members.find((person) => person.id === id);
  const hasNamesake = members.some((person) => !hasAccount(person) && own?.namesakes?.includes(person.id));
  return own && hasNamesake ? <Notice>{namesakeNotice(fullName(own))}</Notice> : null;
}
