import { Info, Plus } from "lucide-react";
import { type CSSProperties, useId, useState } from "react";
import { fieldProblem, NO_OUTCOME, OutcomeMessage, refusal } from "#client/forms/use-action.tsx";
import { useForm } from "#client/forms/use-form.ts";
import type { ApiError } from "#client/http/call-api.ts";
import { usePeople, usePeopleStatus } from "#client/people/people-hooks.ts";
import { ScreenHead } from "#client/screen/screen-head.tsx";
import { Button } from "#client/ui/buttons/button.tsx";
import { TextField } from "#client/ui/fields/text-field.tsx";
import { Alert } from "#client/ui/surfaces/message.tsx";
import { NewServiceName } from "#contract/services.ts";
import { serviceAdded, serviceDeleted, serviceRenamed, serviceShown, servicesText } from "#text/services/services.ts";
import { ServiceRow } from "./service-row.tsx";
import { useServices } from "./use-services.ts";

interface NewServiceFormProps {
  /** Resolves with the failure, or `null`. */
  readonly onAdd: (name: string) => Promise<ApiError | null>;
}

function NewServiceForm({ onAdd }: NewServiceFormProps) {
  const [name, setName] = useState("");
  const form = useForm({
    texts: { name },
    onType: (_, text) => setName(text),
    async send() {
      const problem = fieldProblem("name", NewServiceName, name);
      if (problem) return problem;
      const failure = await onAdd(name.trim());
      if (failure) return refusal(failure, servicesText.addFailed, ["name"]);
      // Empties the field, unless another name was typed meanwhile.
      setName((typed) => (typed === name ? "" : typed));
      const element = form.formProps.ref.current;
      if (element?.contains(document.activeElement)) element.querySelector("input")?.focus();
      return NO_OUTCOME;
    },
  });
  return (
    <form {...form.formProps} className="flex flex-col gap-3">
      <div className="flex flex-col gap-3 sm:flex-row sm:items-start [&_input]:min-h-11">
        <div className="sm:w-[330px]">
          <TextField
            {...form.textProps("name")}
            label={servicesText.newService}
            placeholder={servicesText.example}
            autoComplete="off"
          />
        </div>
        {/* Aligned with the field, whatever is below it. */}
        <Button type="submit" variant="primary" icon={<Plus />} isPending={form.isPending} className="sm:mt-[26px]">
          {servicesText.add}
        </Button>
      </div>
      <OutcomeMessage outcome={form.message} className="-mt-3 [&>:not(:empty)]:mt-3" />
    </form>
  );
}

/** The line above each row but the first of a column. A wide screen has two columns, filled downwards. */
function lineAbove(index: number, rowsPerColumn: number): string {
  if (index === 0) return "";
  const isFirstOfSecondColumn = index === rowsPerColumn;
  return `border-t border-line ${isFirstOfSecondColumn ? "min-[900px]:border-t-0" : ""}`;
}

/** Where admins manage the services (instruments and voices) that the people of the team can hold. */
export function ServicesScreen() {
  const { services, isUnused, add, change, remove } = useServices();
  const people = usePeople();
  const arePeopleKnown = usePeopleStatus() === "ready";
  const titleId = useId();
  /** Outcome of the latest action in the list. */
  const [outcome, setOutcome] = useState(NO_OUTCOME);
  const [addedId, setAddedId] = useState<string | null>(null);

  function report(failure: ApiError | null, sentence: string): void {
    setOutcome(failure ? refusal(failure, servicesText.changeFailed) : { status: "done", sentence });
  }

  const rowsPerColumn = Math.ceil(services.length / 2);
  return (
    <div className="mx-auto w-full max-w-[1184px]">
      <ScreenHead title={servicesText.title} />
      <p className="mt-1 mb-4 text-ink-2">{servicesText.explanation}</p>
      <NewServiceForm
        onAdd={async (name) => {
          const { failure, value: row } = await add(name);
          if (failure) return failure;
          setAddedId(row.id);
          setOutcome({ status: "done", sentence: serviceAdded(row.name) });
          return null;
        }}
      />
      <div className="mt-3 empty:mt-6">
        {outcome.status === "failed" ? <Alert detail={outcome.reason}>{outcome.sentence}</Alert> : null}
      </div>
      {/* For screen readers. The row itself shows the change. */}
      <OutcomeMessage outcome={outcome.status === "done" ? outcome : NO_OUTCOME} className="sr-only" />
      <h2 id={titleId} className="mt-2 mb-2 font-title text-title">
        {servicesText.list}
      </h2>
      <ul aria-labelledby={titleId} style={{ "--rows": rowsPerColumn } as CSSProperties} className="service-list">
        {services.map((service, index) => {
          const holderCount = people.filter(({ positions }) => positions.includes(service.name)).length;
          return (
            <ServiceRow
              key={service.id}
              service={service}
              count={arePeopleKnown ? holderCount : null}
              isDeletable={service.isOwn && arePeopleKnown && holderCount === 0 && isUnused(service)}
              className={`${lineAbove(index, rowsPerColumn)} ${service.id === addedId ? "transition-colors duration-900 starting:bg-primary-soft" : ""}`}
              onRename={async (name) => {
                const { failure } = await change(service, { name });
                if (failure === null) setOutcome({ status: "done", sentence: serviceRenamed(service.name, name) });
                return failure;
              }}
              onOffer={async (isOffered) => {
                const { failure } = await change(service, { isOffered });
                report(failure, serviceShown(service.name, isOffered));
              }}
              onDelete={async () => report(await remove(service), serviceDeleted(service.name))}
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
