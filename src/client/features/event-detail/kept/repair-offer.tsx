import { useId } from "react";
import { Button } from "#client/ui/buttons/button.tsx";
import { Alert } from "#client/ui/surfaces/message.tsx";
import type { RefusalCode } from "#contract/planning/submit.ts";
import type { KeptLineUp } from "#domain/line-up/kept-line-up.ts";
import type { Repair } from "#domain/line-up/repairing/repair.ts";
import { sentenceOf } from "#text/errors/errors.ts";
import { keptLineUpText, repairSentence, repairText, stillOpenSentence } from "#text/event/kept-line-up.ts";
import { connectionText } from "#text/shell/connection.ts";
import { RoleSentence } from "../role-sentence.tsx";

interface RepairOfferProps {
  readonly repair: Repair;
  readonly refusal: RefusalCode | null;
  readonly isOffline: boolean;
  readonly isPending: boolean;
  readonly onApply: (lineUp: KeptLineUp) => void;
}

/** The smallest change that makes the line-up whole again, told move by move; or what those present cannot fill. */
export function RepairOffer({ repair, refusal, isOffline, isPending, onApply }: RepairOfferProps) {
  const titleId = useId();
  const { moves, open, lineUp } = repair;
  const hasMoves = moves.length > 0;
  return (
    <section
      aria-labelledby={titleId}
      className={`mt-3 rounded-strip p-4 ${hasMoves ? "bg-primary-soft" : "border border-line bg-unanswered-soft"}`}
    >
      <h3 id={titleId} className={`mb-1 text-small font-semibold ${hasMoves ? "text-primary" : ""}`}>
        {repairText.title}
      </h3>
      <div aria-live="polite">
        {hasMoves ? (
          <RoleSentence
            roles={moves.flatMap(({ from, to }) => [...from, ...to])}
            rest={open.length === 0 ? <span className="text-ink-2"> {repairText.nothingElse}</span> : null}
          >
            {repairSentence(moves)}
          </RoleSentence>
        ) : (
          <p>{repairText.impossible}</p>
        )}
        {open.length === 0 ? null : (
          <RoleSentence roles={open} className="mt-1">
            {stillOpenSentence(open)}
          </RoleSentence>
        )}
      </div>
      {refusal === null ? null : (
        <div className="mt-3">
          {refusal === "line_up.changed" ? (
            <Alert>{sentenceOf(refusal)}</Alert>
          ) : (
            <Alert detail={sentenceOf(refusal)}>{keptLineUpText.failed}</Alert>
          )}
        </div>
      )}
      {hasMoves ? (
        <Button
          variant="primary"
          className="mt-3 max-sm:w-full print:hidden"
          disabled={isOffline}
          isPending={isPending}
          onClick={() => onApply(lineUp)}
        >
          {repairText.apply}
        </Button>
      ) : null}
      {hasMoves && isOffline ? <p className="mt-2 text-small text-ink-2">{connectionText.offline}</p> : null}
    </section>
  );
}
