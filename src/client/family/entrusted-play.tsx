import { rolesToPlay } from "#domain/line-up/kept-line-up.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { personPlays } from "#text/phrases/availability.ts";
import { YouPlay } from "../music/signs/you-play.tsx";
import { useEntrusted } from "./entrusted-hooks.ts";

interface EntrustedPlayProps {
  readonly event: PlannedEvent;
  readonly className?: string;
}

/** « Léa joue : Voix », for each person on the kept line-up for whom the user answers. */
export function EntrustedPlay({ event, className = "" }: EntrustedPlayProps) {
  return useEntrusted().map(({ id, firstName }) => (
    <YouPlay key={id} who={personPlays(firstName)} roles={rolesToPlay(event, id)} className={className} />
  ));
}
