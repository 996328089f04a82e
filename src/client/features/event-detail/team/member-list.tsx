import type { ReactNode } from "react";
import type { Answer } from "#domain/availability/availability.ts";
import { AnswerSign } from "#client/music/signs/answer-sign.tsx";
import { Avatar } from "#client/music/avatars/avatar.tsx";
import { availabilityText } from "#text/phrases/availability.ts";
import type { TeamMember } from "./team.ts";

interface MemberListProps {
  readonly title: string;
  readonly answer: Answer | null;
  readonly members: readonly TeamMember[];
  /** Set to false if the count is elsewhere; default true. */
  readonly isCounted?: boolean;
  /** Shown if the list is empty. */
  readonly empty: ReactNode;
}

function MemberRow({ id, name, services, isInAbsence = false }: TeamMember) {
  return (
    <li className="flex items-center gap-3 py-1.5 print:py-0.5">
      <Avatar id={id} name={name} />
      <div className="min-w-0">
        <p className="text-control break-words">
          {name}
          {isInAbsence ? <span className="text-tiny text-ink-2"> {availabilityText.inAbsence}</span> : null}
        </p>{" "}
        <p className="text-tiny break-words text-ink-2">{services.join(", ")}</p>
      </div>
    </li>
  );
}

/** The people with one answer, and their number. */
export function MemberList({ title, answer, members, isCounted = true, empty }: MemberListProps) {
  return (
    <div className="min-w-0">
      <h3 className="flex items-center gap-2 py-1 text-small font-semibold">
        <AnswerSign answer={answer} />
        {title} {isCounted ? <span className="font-normal text-ink-2">{members.length}</span> : null}
      </h3>
      {/* Rendered even when empty, so that it can be found by its name. */}
      <ul aria-label={title} className="min-h-px">
        {members.map((member) => (
          <MemberRow key={member.id} {...member} />
        ))}
      </ul>
      {members.length === 0 ? <div className="text-small text-ink-2">{empty}</div> : null}
    </div>
  );
}
