import { UserPlus } from "lucide-react";
import { useId } from "react";
import { useAreMailsFiles } from "#client/session/passwords/mail-delivery.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import { useIsAtLeast } from "#client/ui/page/page-width.ts";
import { Card } from "#client/ui/surfaces/card.tsx";
import type { PeopleLine } from "#domain/people/list/people-list.ts";
import { connectionText } from "#text/shell/connection.ts";
import { addPeople, addPeopleText, previewCounts } from "#text/users/add-people.ts";
import { PreviewList, PreviewTable } from "./preview-lines.tsx";

interface PeoplePreviewProps {
  readonly lines: readonly PeopleLine[];
  readonly others: ReadonlySet<string>;
  readonly onAnswer: (line: string, isOther: boolean) => void;
  readonly isOffline: boolean;
  readonly isPending: boolean;
  readonly onAdd: () => void;
}

/** What each line means, and the button that adds the good ones. */
export function PeoplePreview({ lines, others, onAnswer, isOffline, isPending, onAdd }: PeoplePreviewProps) {
  const id = useId();
  // Then a line fits into a row.
  const isWide = useIsAtLeast("wide");
  const areMailsFiles = useAreMailsFiles();
  const Lines = isWide ? PreviewTable : PreviewList;
  const countOf = (status: PeopleLine["state"]["status"]) =>
    lines.filter(({ state }) => state.status === status).length;
  const good = countOf("good");
  return (
    <Card labelledBy={id}>
      <h2 id={id} className="font-title text-title">
        {addPeopleText.preview}
      </h2>
      <p role="status" className="mb-3 text-small text-ink-2">
        {previewCounts({ good, wrong: countOf("wrong"), known: countOf("known"), namesakes: countOf("namesake") })}
      </p>
      <Lines lines={lines} others={others} onAnswer={onAnswer} />
      <div className="mt-4 flex flex-col gap-3 sm:flex-row sm:items-center">
        <p className="grow text-small text-ink-2">
          {areMailsFiles ? addPeopleText.mailsAreFiles : addPeopleText.consequence}
        </p>
        <div className="flex flex-none flex-col gap-1.5">
          <Button
            variant="primary"
            size="large"
            icon={<UserPlus />}
            isPending={isPending}
            disabled={good === 0 || isOffline}
            aria-describedby={isOffline ? `${id}-offline` : undefined}
            onClick={onAdd}
          >
            {addPeople(good)}
          </Button>
          {isOffline ? (
            <p id={`${id}-offline`} className="text-center text-small text-ink-2">
              {connectionText.offline}
            </p>
          ) : null}
        </div>
      </div>
    </Card>
  );
}
