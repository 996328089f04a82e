import { Check } from "lucide-react";
import { useId } from "react";
import { Checkbox } from "#client/ui/fields/checkbox.tsx";
import type { Channels, Topic } from "#domain/notifications/topics.ts";
import { notificationsText, TOPIC_WORDS } from "#text/notifications/notifications.ts";

interface TopicGroupProps {
  readonly topic: Topic;
  readonly channels: Channels;
  /** Whether a choice of this topic was saved just now. */
  readonly isSaved: boolean;
  readonly isOffline: boolean;
  /** Whether this browser can get notifications at all. */
  readonly canPush: boolean;
  /** The id of the sentence that says why boxes are disabled. */
  readonly reasonId: string;
  readonly onChoose: (channel: keyof Channels, isWanted: boolean) => void;
}

/** A topic (a kind of notification) with two checkboxes. After a save, a message replaces its hint for a moment. */
export function TopicGroup({ topic, channels, isSaved, isOffline, canPush, reasonId, onChoose }: TopicGroupProps) {
  const id = useId();
  const { name, line } = TOPIC_WORDS[topic];
  const isPushDisabled = isOffline || !canPush;
  return (
    <div role="group" aria-labelledby={`${id}-name`} className="px-4 pt-3.5 pb-1.5">
      <h2 id={`${id}-name`} className="text-control">
        {name}
      </h2>
      <div className="grid text-small *:[grid-area:1/1]">
        <p className={`text-ink-2 ${isSaved ? "invisible" : ""}`}>{line}</p>
        <div aria-live="polite">
          {isSaved ? (
            <p role="status" className="flex items-center gap-1.5 font-semibold text-ok">
              <Check strokeWidth={2.4} className="size-4" />
              {notificationsText.saved}
            </p>
          ) : null}
        </div>
      </div>
      <div className="flex flex-wrap gap-x-6">
        <Checkbox
          label={notificationsText.byMail}
          checked={channels.byMail}
          disabled={isOffline}
          aria-describedby={isOffline ? reasonId : undefined}
          onChange={({ target }) => onChoose("byMail", target.checked)}
        />
        <Checkbox
          label={notificationsText.byPush}
          checked={channels.byPush}
          disabled={isPushDisabled}
          aria-describedby={isPushDisabled ? reasonId : undefined}
          onChange={({ target }) => onChoose("byPush", target.checked)}
        />
      </div>
    </div>
  );
}
