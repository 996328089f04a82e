import { Link, useLocation } from "wouter";
import type { ChangeOf } from "#domain/planning/planning-change.ts";
import { programmeText } from "#text/event/programme.ts";
import { layoutText } from "#text/shell/layout.ts";
import { maySomewhere } from "#domain/permissions.ts";
import { lateRefusalReason, lateRefusalSentence, NO_LONGER_ENTRUSTED } from "#text/shell/late-refusals.ts";
import { useGroups } from "../../planning/planning-hooks.ts";
import { useRights } from "../../planning/membership/rights-hooks.ts";
import { useDismissRefusal, useLateRefusals } from "../../planning/team-hooks.ts";
import type { LateRefusal } from "../../planning/planning-source.ts";
import { eventPage } from "../../pages.ts";
import { Button, buttonClass } from "../../ui/buttons/button.tsx";
import { Alert } from "../../ui/surfaces/message.tsx";

function useGroupName({ change }: LateRefusal): string | null {
  const groups = useGroups();
  const groupId = "groupId" in change ? change.groupId : null;
  return groups.find(({ id }) => id === groupId)?.name ?? null;
}

type KeptText = LateRefusal & { readonly change: ChangeOf<"programme.set"> };

/** A text that waits on the page of its event: nobody loses it by dismissing a message. */
function isKeptText(refusal: LateRefusal): refusal is KeptText {
  return refusal.change.type === "programme.set" && refusal.code === "programme.changed";
}

function Notice({ refusal }: { readonly refusal: LateRefusal }) {
  const dismiss = useDismissRefusal();
  const named = { ...refusal, groupName: useGroupName(refusal) };
  const rights = useRights();
  const { change, code } = refusal;
  const isForOther = change.type === "availability.set" && change.saidBy !== undefined;
  const isGuardians = isForOther && code === "request.forbidden" && !maySomewhere(rights, "user.entrust");
  return (
    <li className="flex flex-col gap-2 rounded-card bg-surface p-2 shadow-2">
      <Alert detail={isGuardians ? NO_LONGER_ENTRUSTED : lateRefusalReason(named)}>{lateRefusalSentence(named)}</Alert>
      {isKeptText(refusal) ? (
        <Link href={eventPage(refusal.change.eventId)} className={`${buttonClass({ size: "small" })} self-end`}>
          {programmeText.resume}
        </Link>
      ) : (
        <Button size="small" className="self-end" onClick={() => dismiss(refusal.id)}>
          {layoutText.dismiss}
        </Button>
      )}
    </li>
  );
}

/**
 * Answers and other changes that were stored, sent later and then refused. Each stays visible until its author
 * dismisses it.
 */
export function LateRefusals() {
  const [path] = useLocation();
  // The page of an event has its own message of a text that waits.
  const refusals = useLateRefusals().filter(
    (refusal) => !isKeptText(refusal) || path !== eventPage(refusal.change.eventId),
  );
  if (refusals.length === 0) return null;
  return (
    <ul className="sticky top-10 z-10 max-md:[@media(height>=30rem)]:top-24 mx-auto flex max-h-[60dvh] w-full max-w-[720px] flex-col gap-3 overflow-y-auto p-3">
      {refusals.map((refusal) => (
        <Notice key={refusal.id} refusal={refusal} />
      ))}
    </ul>
  );
}
