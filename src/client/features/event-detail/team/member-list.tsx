import type { ReactNode } from "react";
import type { Answer } from "#domain/availability.ts";
import { AnswerSign } from "#client/domain-ui/answer-sign.tsx";
import { Avatar } from "#client/domain-ui/avatar.tsx";
import type { TeamMember } from "./team.ts";

interface MemberListProps {
  readonly title: string;
  readonly answer: Answer | null;
  readonly members: readonly TeamMember[];
  /** What to say in place of nobody. */
  readonly empty: ReactNode;
}

function MemberRow({ id, name, services }: TeamMember) {
  return (
    <li className="flex items-center gap-3 py-1.5">
      <Avatar id={id} name={name} />
      <div className="min-w-0">
        <p className="text-control break-words">{name}</p>{" "}
        <p className="text-tiny break-words text-ink-2">{services.join(", ")}</p>
      </div>
    </li>
  );
}

/** Those who gave one answer, with their count. */
export function MemberList({ title, answer, members, empty }: MemberListProps) {
  return (
    <div className="min-w-0">
      <h3 className="flex items-center gap-2 py-1 text-small font-semibold">
        <AnswerSign answer={answer} />
        {title} <span className="font-normal text-ink-2">{members.length}</span>
      </h3>
      {/* Also without anybody in it the list is there to be found. */}
      <ul aria-label={title} className="min-h-px">
        {members.map((member) => (
          <MemberRow key={member.id} {...member} />
        ))}
      </ul>
      {members.length === 0 ? <div className="text-small text-ink-2">{empty}</div> : null}
    </div>
  );
}
