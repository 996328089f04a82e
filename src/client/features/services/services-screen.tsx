import { Info } from "lucide-react";
import { type CSSProperties, useId, useState } from "react";
import { useLocation } from "wouter";
import type { ApiError } from "#client/http/api-error.ts";
import { PAGES } from "#client/pages.ts";
import { usePeople, usePeopleStatus } from "#client/people/people-hooks.ts";
import { BackButton } from "#client/ui/buttons/back-button.tsx";
import { goBack } from "#client/ui/buttons/go-back.ts";
import { useExpiringMessage } from "#client/ui/overlays/use-expiring-message.ts";
import { Alert } from "#client/ui/surfaces/message.tsx";
import { ScreenTitle, useTitle } from "#client/ui/surfaces/screen-title.tsx";
import { StatusMessage } from "#client/ui/surfaces/status-message.tsx";
import { failureSentence } from "#text/errors/errors.ts";
import { actionText } from "#text/phrases/actions.ts";
import { serviceAdded, serviceDeleted, serviceRenamed, serviceShown, servicesText } from "#text/services/services.ts";
import { ServiceForm } from "./service-form.tsx";
import { ServiceRow } from "./service-row.tsx";
import { hasFailed, useServices } from "./use-services.ts";

/** What came of the latest action. */
interface News {
  readonly sentence?: string;
  readonly failure?: ApiError;
}

/** A line above each row but the first of its column. Two columns are filled downwards. */
function lineAbove(index: number, rows: number): string {
  if (index === 0) return "";
  return `border-t border-line ${index === rows ? "min-[900px]:border-t-0" : ""}`;
}

/** Where admins say which services there are. */
export function ServicesScreen() {
  const { services, isFree, add, change, remove } = useServices();
  const [, navigate] = useLocation();
  const people = usePeople();
  const arePeopleKnown = usePeopleStatus() === "ready";
  const titleId = useId();
  const [news, setNews] = useState<News>({});
  const [addedId, setAddedId] = useState<string | null>(null);
  const done = useExpiringMessage(news.sentence === undefined ? null : news);
  useTitle(servicesText.title);

  const rows = Math.ceil(services.length / 2);
  return (
    <div className="mx-auto w-full max-w-[1184px]">
      <BackButton label={actionText.back} onClick={() => goBack(() => navigate(PAGES.home))} />
      <ScreenTitle>{servicesText.title}</ScreenTitle>
      <p className="mt-1 mb-4 text-ink-2">{servicesText.explanation}</p>
      <ServiceForm
        onAdd={async (name) => {
          const outcome = await add(name);
          if (hasFailed(outcome)) return outcome.failure;
          setAddedId(outcome.id);
          setNews({ sentence: serviceAdded(outcome.name) });
          return null;
        }}
      />
      <div className="mt-3 empty:mt-6">
        {news.failure ? <Alert detail={failureSentence(news.failure)}>{servicesText.changeFailed}</Alert> : null}
      </div>
      {/* The row itself shows it to whoever sees. */}
      <div className="sr-only">
        <StatusMessage>{done?.sentence}</StatusMessage>
      </div>
      <h2 id={titleId} className="mt-2 mb-2 font-title text-title">
        {servicesText.list}
      </h2>
      <ul aria-labelledby={titleId} style={{ "--rows": rows } as CSSProperties} className="service-list">
        {services.map((service, index) => {
          const holders = people.filter(({ positions }) => positions.includes(service.name)).length;
          return (
            <ServiceRow
              key={service.id}
              service={service}
              count={arePeopleKnown ? holders : null}
              isDeletable={service.isOwn && arePeopleKnown && holders === 0 && isFree(service)}
              className={`${lineAbove(index, rows)} ${service.id === addedId ? "transition-colors duration-900 starting:bg-primary-soft" : ""}`}
              onRename={async (renamed, name) => {
                const outcome = await change(renamed, { name });
                if (hasFailed(outcome)) return outcome.failure;
                setNews({ sentence: serviceRenamed(renamed.name, name) });
                return null;
              }}
              onOffer={async (shown, isOffered) => {
                const outcome = await change(shown, { isOffered });
                setNews(
                  hasFailed(outcome) ? { failure: outcome.failure } : { sentence: serviceShown(shown.name, isOffered) },
                );
              }}
              onDelete={async (deleted) => {
                const failure = await remove(deleted);
                setNews(failure === null ? { sentence: serviceDeleted(deleted.name) } : { failure });
              }}
            />
          );
        })}
      </ul>
      <p className="mt-3 flex items-start gap-2 text-small text-ink-2">
        <Info className="mt-0.5 size-4 flex-none" />
        {servicesText.hint}
      </p>
    </div>
  );
}
