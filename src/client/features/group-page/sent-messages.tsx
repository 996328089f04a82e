import { useId, useState } from "react";
import { LoadFailure } from "#client/loading/load-failure.tsx";
import type { ServerData } from "#client/loading/use-server-data.ts";
import { dateOf, timeOf } from "#client/planning/today.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import { Skeleton } from "#client/ui/surfaces/skeleton.tsx";
import type { GroupMessage, GroupMessages } from "#contract/notifications/messages.ts";
import { MESSAGE_OUTCOMES } from "#domain/notifications/message-outcomes.ts";
import { messageEvent, messageMoment, nextReminderLine, sentMessagesText } from "#text/groups/group-page.ts";
import { OUTCOME_WORDS, TOPIC_WORDS } from "#text/notifications/notifications.ts";

const SHOWN_AT_ONCE = 5;

function MessageRow({ event, otherEvents, topic, decidedAt, people }: GroupMessage) {
  const moment = new Date(decidedAt);
  return (
    <li className="border-line px-3 py-3 not-first:border-t">
      <p className="text-control wrap-anywhere">{messageEvent(event, otherEvents)}</p>{" "}
      <p className="text-tiny text-ink-2">
        {messageMoment(TOPIC_WORDS[topic].message, dateOf(moment), timeOf(moment))}
      </p>
      <ul className="mt-1.5 flex flex-col gap-1 text-small wrap-anywhere">
        {MESSAGE_OUTCOMES.map((outcome) => {
          const recipients = people.filter((person) => person.outcome === outcome);
          return recipients.length === 0 ? null : (
            <li key={outcome}>
              <span className="text-ink-2">{OUTCOME_WORDS[outcome]}</span>
              {"\u00a0: "}
              {recipients.map(({ userId, name }, index) => (
                <span key={userId}>
                  {index > 0 ? ", " : null}
                  <bdi>{name}</bdi>
                </span>
              ))}
            </li>
          );
        })}
      </ul>
    </li>
  );
}

function MessageList({ messages }: Pick<GroupMessages, "messages">) {
  const titleId = useId();
  const [shown, setShown] = useState(SHOWN_AT_ONCE);
  return (
    <>
      <h3 id={titleId} className="mt-4 text-control">
        {sentMessagesText.title}
      </h3>
      <p className="mb-2 text-small text-ink-2">
        {messages.length === 0 ? sentMessagesText.empty : sentMessagesText.explanation}
      </p>
      {messages.length === 0 ? null : (
        <ul aria-labelledby={titleId} className="rounded-strip border border-line">
          {messages.slice(0, shown).map((message) => (
            <MessageRow key={message.id} {...message} />
          ))}
        </ul>
      )}
      {messages.length > shown ? (
        <Button className="mt-3" onClick={() => setShown(shown + SHOWN_AT_ONCE)}>
          {sentMessagesText.showMore}
        </Button>
      ) : null}
    </>
  );
}

function reminderLine({ at, people }: NonNullable<GroupMessages["nextReminder"]>): string {
  const moment = new Date(at);
  return nextReminderLine(dateOf(moment), timeOf(moment), people);
}

/** When the next reminder is sent, then the group's latest messages, and whether they reached each person. */
export function SentMessages({ sent }: { readonly sent: ServerData<GroupMessages> }) {
  if (sent.status === "loading") return <Skeleton className="mt-4 h-32 rounded-strip" />;
  if (sent.status === "failed")
    return <LoadFailure sentence={sentMessagesText.notLoaded} onRetry={() => void sent.reload()} />;
  const { nextReminder, messages } = sent.value;
  return (
    <>
      <p className="mt-4 text-small">
        {nextReminder === null ? sentMessagesText.noReminder : reminderLine(nextReminder)}
      </p>
      <MessageList messages={messages} />
    </>
  );
}
