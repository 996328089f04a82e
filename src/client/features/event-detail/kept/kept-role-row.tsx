import { CornerDownRight } from "lucide-react";
import type { ReactNode } from "react";
import { Avatar } from "#client/music/avatars/avatar.tsx";
import { ServiceIcon } from "#client/music/services/service-icon.tsx";
import { AnswerSign } from "#client/music/signs/answer-sign.tsx";
import { type BandRole, placesOf } from "#domain/line-up/band-roles.ts";
import { holdingsOf, type KeptLineUp, nextPlaces, placesShown } from "#domain/line-up/kept-line-up.ts";
import type { Fault } from "#domain/line-up/repairing/faults.ts";
import { keptLineUpText, repairText, takenWords } from "#text/event/kept-line-up.ts";
import { ANSWER_WORDS } from "#text/phrases/availability.ts";
import { useEventTurns } from "../event-turns.tsx";

/** One place of the line-up, with its holder now and after the proposed repair. */
interface KeptRow {
  readonly role: BandRole;
  /** `null`: the place is open. */
  readonly holderId: string | null;
  readonly fault: Fault["reason"] | null;
  /** The person who takes the place after the proposed repair; `null` if nobody new does. */
  readonly newcomerId: string | null;
  /** Whether the proposed repair moves the holder away and leaves this required place open. */
  readonly isGivenUp: boolean;
}

interface RowFacts {
  readonly lineUp: KeptLineUp;
  readonly required: readonly BandRole[];
  readonly faults: readonly Fault[];
  /** The line-up after the proposed repair; `null`: none is proposed. */
  readonly repaired: KeptLineUp | null;
}

export function keptRows({ lineUp, required, faults, repaired }: RowFacts): KeptRow[] {
  const places = placesShown(lineUp, required);
  return places.map((role, index) => {
    const before = holdingsOf(lineUp, role);
    const after = nextPlaces(before, holdingsOf(repaired ?? lineUp, role));
    // A role may have several places. This is the index of the place among those of its role.
    const placeIndex = placesOf(places.slice(0, index), role);
    const holderId = before[placeIndex]?.userId ?? null;
    const nextHolderId = after[placeIndex]?.userId ?? null;
    const fault = faults.find((found) => found.role === role && found.userId === holderId)?.reason ?? null;
    const isRoleMissing = after.filter((holding) => holding !== undefined).length < placesOf(required, role);
    const isGivenUp = nextHolderId === null && holderId !== null && fault === null && isRoleMissing;
    const newcomerId = nextHolderId === holderId ? null : nextHolderId;
    return { role, holderId, fault, newcomerId, isGivenUp };
  });
}

interface KeptRoleRowProps extends KeptRow {
  /** « Voix 2 » */
  readonly name: string;
  readonly nameOf: (userId: string) => string;
}

function Reason({ className, children }: { readonly className: string; readonly children: ReactNode }) {
  return <span className={`flex items-center gap-1.5 text-tiny font-semibold ${className}`}>{children}</span>;
}

function FaultReason({ fault }: Pick<KeptRow, "fault">) {
  if (fault === null || fault === "open") return null;
  if (fault === "service") return <Reason className="text-ink-2">{keptLineUpText.serviceGone}</Reason>;
  const answer = fault === "absent" ? "absent" : null;
  return (
    <Reason className={answer === null ? "text-unanswered" : "text-absent"}>
      <AnswerSign answer={answer} size={13} />
      {ANSWER_WORDS[answer ?? "none"]}
    </Reason>
  );
}

function Holder({ holderId, fault, newcomerId, isGivenUp, nameOf }: Omit<KeptRoleRowProps, "role" | "name">) {
  const isLeaving = newcomerId !== null || isGivenUp || (fault !== null && fault !== "open");
  const otherEventText = takenWords(useEventTurns().get(holderId ?? ""));
  if (holderId === null) return <span className="block pt-0.5 text-ink-2">{keptLineUpText.nobody}</span>;
  return (
    <span className="flex items-start gap-2">
      <Avatar id={holderId} size={28} name={nameOf(holderId)} />
      <span className="min-w-0 pt-0.5">
        {isLeaving ? (
          <del className="block text-ink-2 decoration-edge">{nameOf(holderId)}</del>
        ) : (
          <span className="block font-semibold">{nameOf(holderId)}</span>
        )}{" "}
        <FaultReason fault={fault} />
        {isLeaving || otherEventText === "" ? null : <Reason className="text-ink-2">{otherEventText}</Reason>}
      </span>
    </span>
  );
}

export function KeptRoleRow({ role, name, nameOf, ...row }: KeptRoleRowProps) {
  const { newcomerId, isGivenUp } = row;
  return (
    <li className="flex min-h-10 flex-wrap items-start gap-2 border-line py-1.5 not-first:border-t">
      <span className="flex w-24 flex-none sm:w-[118px] items-center gap-2 pt-0.5 wrap-anywhere">
        <ServiceIcon service={role} className="text-ink-2" />
        {name}
      </span>{" "}
      <span className="min-w-0 grow basis-28 motion-safe:transition-opacity">
        <Holder {...row} nameOf={nameOf} />{" "}
        {newcomerId !== null || isGivenUp ? (
          <ins
            className={`mt-1 flex items-center gap-2 pl-1.5 font-semibold no-underline ${isGivenUp ? "text-ink-2" : "text-primary"}`}
          >
            <CornerDownRight className="size-[15px] flex-none" />
            <span className="sr-only">{repairText.newcomer} </span>
            {newcomerId === null ? null : <Avatar id={newcomerId} size={28} name={nameOf(newcomerId)} />}
            <span className="min-w-0">{newcomerId === null ? keptLineUpText.nobody : nameOf(newcomerId)}</span>
          </ins>
        ) : null}
      </span>
    </li>
  );
}
