import { Fragment } from "react";
import { rolesToPlay } from "#domain/line-up/kept-line-up.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { AFTER_PLAYS, personPlays, PLAYS } from "#text/phrases/availability.ts";
import { YouPlay } from "../music/signs/you-play.tsx";
import { NarrowSoftText } from "../music/soft-text.tsx";
import { useEntrusted } from "./entrusted-hooks.ts";

/** « Léa : », read as « Léa joue : » */
function ShortWho({ firstName }: { readonly firstName: string }) {
  return (
    <>
      <NarrowSoftText>{firstName}</NarrowSoftText>
      <span className="sr-only">{PLAYS}</span>
      {AFTER_PLAYS}
    </>
  );
}

interface EntrustedPlayProps {
  readonly event: PlannedEvent;
  /** For small places: « joue » is read by screen readers only. */
  readonly isShort?: boolean;
  readonly className?: string;
}

/** « Léa joue : Voix », for each person on the kept line-up for whom the user answers. */
export function EntrustedPlay({ event, isShort = false, className = "" }: EntrustedPlayProps) {
  return useEntrusted().map(({ id, firstName }) => (
    <Fragment key={id}>
      {" "}
      <YouPlay
        who={isShort ? <ShortWho firstName={firstName} /> : personPlays(firstName)}
        roles={rolesToPlay(event, id)}
        isShort={isShort}
        className={className}
      />
    </Fragment>
  ));
}
