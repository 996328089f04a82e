import { Check, Eye, EyeOff, Pencil, X } from "lucide-react";
import { type KeyboardEvent, startTransition, useActionState, useEffect, useRef, useState } from "react";
import { Confirm } from "#client/deletion/confirm.tsx";
import { fieldProblem, NO_OUTCOME, refusal } from "#client/forms/use-action.tsx";
import { useForm } from "#client/forms/use-form.ts";
import type { ApiError } from "#client/http/call-api.ts";
import { ServiceIcon } from "#client/music/services/service-icon.tsx";
import { Button } from "#client/ui/buttons/button.tsx";
import { IconButton } from "#client/ui/buttons/icon-button.tsx";
import { TextField } from "#client/ui/fields/text-field.tsx";
import { useNextFocus } from "#client/ui/page/next-focus.ts";
import { NewServiceName } from "#contract/services.ts";
import type { TeamService } from "#domain/people/services.ts";
import { failureSentence } from "#text/errors/errors.ts";
import { actionText } from "#text/phrases/actions.ts";
import {
  deleteService,
  heldBy,
  hideService,
  newNameOf,
  offerService,
  renameService,
  servicesText,
} from "#text/services/services.ts";

interface RenamingFormProps {
  readonly name: string;
  /** Resolves with the failure, or `null`. */
  readonly onRename: (name: string) => Promise<ApiError | null>;
  readonly onEnd: () => void;
}

/** Replaces the name in the row with a field. Escape cancels. */
function RenamingForm({ name, onRename, onEnd }: RenamingFormProps) {
  const [typed, setTyped] = useState(name);
  const fieldRef = useRef<HTMLInputElement>(null);
  const form = useForm({
    texts: { name: typed },
    onType: (_, text) => setTyped(text),
    async send() {
      const problem = fieldProblem("name", NewServiceName, typed);
      if (problem) return problem;
      const failure = typed.trim() === name ? null : await onRename(typed.trim());
      if (failure) return refusal(failure, failureSentence(failure), ["name"]);
      onEnd();
      return NO_OUTCOME;
    },
  });

  useEffect(() => fieldRef.current?.select(), []);

  function handleKeyDown(event: KeyboardEvent): void {
    if (event.key === "Escape" && !form.isPending) onEnd();
  }

  const failed = form.message.status === "failed" ? form.message.sentence : null;
  return (
    <form {...form.formProps} className="flex min-w-0 grow basis-0 flex-wrap items-start gap-2 py-2 [&_input]:min-h-11">
      <div className="min-w-0 grow basis-48">
        <TextField
          {...form.textProps("name")}
          ref={fieldRef}
          label={newNameOf(name)}
          autoComplete="off"
          onKeyDown={handleKeyDown}
          error={form.errorOf("name") ?? failed}
        />
      </div>
      <span className="flex gap-1 sm:mt-[26px]">
        <Button type="submit" size="compact" icon={<Check />} isPending={form.isPending}>
          {servicesText.saveName}
        </Button>
        <IconButton label={actionText.cancel} icon={<X />} onClick={onEnd} />
      </span>
    </form>
  );
}

interface ServiceRowProps {
  readonly service: TeamService;
  /** How many people hold the service; `null` if unknown. */
  readonly count: number | null;
  readonly isDeletable: boolean;
  /** Resolves with the failure, or `null`. */
  readonly onRename: (name: string) => Promise<ApiError | null>;
  readonly onOffer: (isOffered: boolean) => Promise<void>;
  readonly onDelete: () => Promise<void>;
  readonly className: string;
}

/** A service of the team (an instrument or a voice), with buttons to rename, hide and delete it. */
export function ServiceRow({ service, count, isDeletable, className, onRename, onOffer, onDelete }: ServiceRowProps) {
  const { name, isOffered, isOwn } = service;
  const [isRenaming, setIsRenaming] = useState(false);
  const toggleRef = useRef<HTMLButtonElement>(null);
  const [pencilRef, focusPencilNext] = useNextFocus();
  const wasOfferedRef = useRef(isOffered);
  const [, toggle, isPending] = useActionState(() => onOffer(!isOffered), undefined);

  // The pressed "hide" or "offer" button is replaced by the other one, which takes the focus.
  useEffect(() => {
    if (wasOfferedRef.current !== isOffered && document.activeElement === document.body) toggleRef.current?.focus();
    wasOfferedRef.current = isOffered;
  }, [isOffered]);

  const toggleProps = { ref: toggleRef, onClick: () => startTransition(toggle) };
  const facts = [count === null ? null : heldBy(count), isOffered ? null : servicesText.hidden].filter(Boolean);
  return (
    <li
      className={`flex min-h-15 flex-wrap items-center gap-x-3 sm:gap-x-4 has-data-confirming:bg-danger-tint ${className}`}
    >
      <span
        className={`flex size-9 items-center justify-center rounded-chip ${isOffered ? "bg-sunk" : "border border-line text-ink-2"}`}
      >
        <ServiceIcon service={name} className="size-[18px]" />
      </span>
      {isRenaming ? (
        <RenamingForm
          name={name}
          onRename={onRename}
          onEnd={() => {
            focusPencilNext();
            setIsRenaming(false);
          }}
        />
      ) : (
        <>
          <div className="min-w-0 grow basis-0 py-2">
            <p className={`text-name wrap-anywhere ${isOffered ? "" : "text-ink-2"}`}>{name}</p>
            <p className="text-small text-ink-2">{facts.join(" · ") || "\u00a0"}</p>
          </div>
          <span className="ml-auto flex items-center has-data-confirming:basis-full has-data-confirming:pb-2">
            {isDeletable ? <Confirm label={deleteService(name)} onConfirm={() => void onDelete()} /> : null}
            {isOwn ? (
              <IconButton
                ref={pencilRef}
                label={renameService(name)}
                icon={<Pencil />}
                onClick={() => setIsRenaming(true)}
              />
            ) : null}
            {isOffered ? (
              <IconButton
                {...toggleProps}
                label={hideService(name)}
                icon={<EyeOff />}
                aria-disabled={isPending || undefined}
                className="-mr-1.5"
              />
            ) : (
              <Button
                {...toggleProps}
                variant="quiet"
                size="compact"
                icon={<Eye />}
                isPending={isPending}
                aria-label={offerService(name)}
                className="-mr-2.5"
              >
                {servicesText.offer}
              </Button>
            )}
          </span>
        </>
      )}
    </li>
  );
}
