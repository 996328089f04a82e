import { Trash2 } from "lucide-react";
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { actionText } from "#text/phrases/actions.ts";
import { Button, type ButtonProps } from "../ui/buttons/button.tsx";
import { IconButton } from "../ui/buttons/icon-button.tsx";

interface ConfirmProps {
  readonly label: string;
  /** For screen readers: distinguishes the trash button from others with the same label. */
  readonly description?: string | undefined;
  /** A button with text instead of the trash button, for actions that delete nothing. */
  readonly button?: Omit<ButtonProps, "ref" | "onClick"> | undefined;
  /** By default, the word for a deletion. */
  readonly confirmLabel?: string | undefined;
  readonly onConfirm: () => void;
  /** `menu`: small, in a line of a menu. `cell`: in a calendar cell, where the question covers the cell. */
  readonly size?: "row" | "menu" | "cell" | undefined;
  /** -1 if arrow keys reach the trash button instead of Tab. */
  readonly tabIndex?: 0 | -1 | undefined;
  readonly className?: string | undefined;
}

/** `answered`: the user answered the question, so the focus returns to the trash button. `idle`: the focus does not move. */
type Step = "idle" | "asking" | "answered";

const CELL_LAYER_CLASS =
  "absolute inset-x-0 top-0 z-10 flex min-w-[6.5rem] flex-col gap-1 rounded-small bg-danger-tint p-1 shadow-2";

function neighbouringTrash(root: Element, ancestor: ParentNode): HTMLElement | null {
  const allInAncestor = [...ancestor.querySelectorAll("[data-two-step]")];
  const index = allInAncestor.indexOf(root);
  return (allInAncestor[index + 1] ?? allInAncestor[index - 1])?.querySelector("button") ?? null;
}

/** The element to focus when the row is deleted: a trash button of its list, the cell of the grid, or another trash button. */
function nextFocus(root: Element): HTMLElement | null {
  const list = root.closest("ul, ol");
  const inList = list && neighbouringTrash(root, list);
  return inList ?? root.closest<HTMLElement>("td[tabindex]") ?? neighbouringTrash(root, document);
}

/** Moves the focus to a neighbouring row when the row with the focus is removed. */
function useFocusOnRemoval() {
  const rootRef = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const root = rootRef.current;
    return () => {
      if (root === null || !root.contains(document.activeElement)) return;
      const next = nextFocus(root);
      queueMicrotask(() => next?.focus());
    };
  }, []);
  return rootRef;
}

/**
 * A button for a deletion (or another final action) that asks for confirmation in its place. `Annuler` replaces the trash
 * button and gets the focus, so that a double press never deletes. Escape or leaving it cancels. While it asks, it has
 * `data-confirming`, which tints its row (`has-data-confirming:bg-danger-tint`).
 */
export function Confirm(props: ConfirmProps) {
  const { label, description, confirmLabel = actionText.confirmDeletion, onConfirm } = props;
  const { size = "row", tabIndex, className, button } = props;
  const [step, setStep] = useState<Step>("idle");
  const rootRef = useFocusOnRemoval();
  const trashRef = useRef<HTMLButtonElement>(null);
  const cancelRef = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    // Show the focus ring even after a mouse press, so that the user sees which button Enter would press.
    if (step === "asking") cancelRef.current?.focus({ focusVisible: true });
    if (step === "answered") trashRef.current?.focus();
  }, [step]);

  if (step !== "asking") {
    const trigger = { ref: trashRef, onClick: () => setStep("asking") };
    return (
      <span ref={rootRef} data-two-step>
        {button ? (
          <Button {...button} {...trigger}>
            {label}
          </Button>
        ) : (
          <IconButton
            {...trigger}
            label={label}
            aria-description={description}
            icon={<Trash2 />}
            tone="danger"
            isTile={size === "cell"}
            tabIndex={tabIndex}
            className={className}
          />
        )}
      </span>
    );
  }

  const commonProps = {
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      // Escape cancels this question only, not the menu or dialog around it.
      event.preventDefault();
      event.stopPropagation();
      setStep("answered");
    },
    onBlur: (event: FocusEvent) => {
      if (!rootRef.current?.contains(event.relatedTarget)) setStep("idle");
    },
    // Safari does not focus a pressed button: `Annuler` would lose the focus, and the question would close before the click.
    onMouseDown: (event: MouseEvent) => event.preventDefault(),
    size: size === "row" ? "compact" : "tiny",
  } as const;
  const handleConfirm = () => {
    setStep("answered");
    onConfirm();
  };
  return (
    <span
      ref={rootRef}
      data-two-step
      data-confirming
      className={size === "cell" ? CELL_LAYER_CLASS : `flex gap-2 ${button ? "" : "ml-auto justify-end"}`}
    >
      {/* Without the key, React would reuse the element of the first button. The second click of a double click would then
          confirm, because `ignoreSplitDoubleClicks` (main.tsx) ignores it only if it hits another element. */}
      <Button key="confirm" variant="danger" {...commonProps} onClick={handleConfirm}>
        {confirmLabel}
      </Button>
      <Button ref={cancelRef} {...commonProps} onClick={() => setStep("answered")}>
        {actionText.cancel}
      </Button>
    </span>
  );
}
