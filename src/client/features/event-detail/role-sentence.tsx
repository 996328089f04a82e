import type { ReactNode } from "react";
import type { BandRole } from "#domain/line-up/band-roles.ts";
import { piecesOf } from "#text/phrases/role-phrases.ts";

interface RoleSentenceProps {
  readonly children: string;
  /** The names of these roles are bold. */
  readonly roles: readonly BandRole[];
  /** What follows in the same paragraph. */
  readonly rest?: ReactNode;
  readonly className?: string;
}

export function RoleSentence({ children, roles, rest, className }: RoleSentenceProps) {
  return (
    <p className={className}>
      {piecesOf(children, roles).map(({ text, isRole }, index) => {
        const Piece = isRole ? "strong" : "span";
        // oxlint-disable-next-line react/no-array-index-key -- pieces of one sentence have no other name
        return <Piece key={index}>{text}</Piece>;
      })}
      {rest}
    </p>
  );
}
