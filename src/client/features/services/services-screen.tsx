import { Info, Plus } from "lucide-react";
import {
  type CSSProperties,
  useId,
  useState,
  startTransition,
  type SubmitEvent,
  useActionState,
  useEffect,
  useRef,
} from "react";
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
import { failureSentence, sentenceOf } from "#text/errors/errors.ts";
import { actionText } from "#text/phrases/actions.ts";
import { serviceAdded, serviceDeleted, serviceRenamed, serviceShown, servicesText } from "#text/services/services.ts";
import { ServiceRow, nameProblem } from "./service-row.tsx";
import { hasFailed, useServices } from "./use-services.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import { TextField } from "#client/ui/fields/text-field.tsx";

interface ServiceFormProps {
  /** Resolves with why it failed, or `null`. */
  readonly onAdd: (name: string) => Promise<ApiError | null>;
}

/** Adds a service of the team's own. */
function ServiceForm({ onAdd }: ServiceFormProps) {
  const [name, setName] = useState("");
  const fieldRef = useRef<HTMLInputElement>(null);

  async function add(): Promise<ReturnType<typeof nameProblem>> {
    const problem = nameProblem(name) ?? nameProblem(name, await onAdd(name.trim()));
    // If another name was typed meanwhile, it stays.
    if (problem === null) setName((typed) => (typed === name ? "" : typed));
    return problem;
  }

  const [problem, submit, isPending] = useActionState(add, null);

  useEffect(() => {
    if (!isPending && fieldRef.current?.form?.contains(document.activeElement)) fieldRef.current.focus();
  }, [isPending]);

  function handleSubmit(event: SubmitEvent): void {
    event.preventDefault();
    if (!isPending) startTransition(submit);
  }

  return (
    <form noValidate onSubmit={handleSubmit} className="flex flex-col gap-3">
      <div className="flex flex-col gap-3 sm:flex-row sm:items-start [&_input]:min-h-11">
        <div className="sm:w-[330px]">
          <TextField
            ref={fieldRef}
            label={servicesText.newService}
            placeholder={servicesText.example}
            autoComplete="off"
            value={name}
            onChange={({ target }) => setName(target.value)}
            error={problem?.code ? sentenceOf(problem.code) : null}
          />
        </div>
        {/* Aligned with the field, whatever is below it. */}
        <Button type="submit" variant="primary" icon={<Plus />} isPending={isPending} className="sm:mt-[26px]">
          {servicesText.add}
        </Button>
      </div>
      {problem?.failure ? <Alert detail={failureSentence(problem.failure)}>{servicesText.addFailed}</Alert> : null}
    </form>
  );
}

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
