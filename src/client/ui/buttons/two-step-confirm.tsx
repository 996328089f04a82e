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
import { Button, type ButtonProps } from "./button.tsx";
import { IconButton } from "./icon-button.tsx";

interface TwoStepConfirmProps {
  /** The accessible name of the trash: what it deletes. */
  readonly label: string;
  /** A button that shows the label, instead of the trash, for what deletes nothing. */
  readonly button?: Omit<ButtonProps, "ref" | "onClick"> | undefined;
  readonly confirmLabel: string;
  readonly cancelLabel: string;
  readonly onConfirm: () => void;
  /** Small in a menu's line; in a calendar cell a layer too, over its nearest positioned ancestor. */
  readonly size?: "row" | "menu" | "cell" | undefined;
  /** Of the trash. */
  readonly className?: string | undefined;
}

/** `answered`: the question is closed and the focus goes back to the trash; `idle`: it stays where it went. */
type Step = "idle" | "asking" | "answered";

const LAYER = "absolute inset-x-0 top-0 z-10 flex flex-col gap-1 rounded-small bg-missing-tint p-1 shadow-2";

/** The trash of the next row, else of the one before: where the focus goes when a row is deleted. */
function neighbouringTrash(root: Element): HTMLElement | null {
  const all = [...document.querySelectorAll("[data-two-step]")];
  const own = all.indexOf(root);
  return (all[own + 1] ?? all[own - 1])?.querySelector("button") ?? null;
}

/** Gives the focus on when the row goes away with it. */
function useFocusHandedOn() {
  const rootRef = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const root = rootRef.current;
    return () => {
      if (root === null || !root.contains(document.activeElement)) return;
      const next = neighbouringTrash(root);
      queueMicrotask(() => next?.focus());
    };
  }, []);
  return rootRef;
}

/**
 * A deletion, or what else cannot be taken back, confirmed in place. `Annuler` comes where the trash was and takes the focus, so that a double press never
 * deletes; Escape or leaving cancels. While it asks it carries `data-confirming`, for its row to take the tint
 * (`has-data-confirming:bg-missing-tint`).
 */
export function TwoStepConfirm(props: TwoStepConfirmProps) {
  const { label, confirmLabel, cancelLabel, onConfirm, size = "row", className, button } = props;
  const [step, setStep] = useState<Step>("idle");
  const rootRef = useFocusHandedOn();
  const trashRef = useRef<HTMLButtonElement>(null);
  const cancelRef = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    // The ring shows where a press leads, even when the one before it was the mouse's.
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
            icon={<Trash2 />}
            tone="danger"
            isTile={size === "cell"}
            className={className}
          />
        )}
      </span>
    );
  }

  const leaving = {
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      // Only this question is cancelled, not the menu or the dialog that it stands in.
      event.preventDefault();
      event.stopPropagation();
      setStep("answered");
    },
    onBlur: (event: FocusEvent) => {
      if (!rootRef.current?.contains(event.relatedTarget)) setStep("idle");
    },
    // A browser that does not focus what is pressed would blur `Annuler`, and the press would be lost.
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
      className={size === "cell" ? LAYER : `flex gap-2 ${button ? "" : "ml-auto justify-end"}`}
    >
      {/* Another button than the one that asked, for React and for `keepPressesWhole`: it may lie in the same place. */}
      <Button key="confirm" variant="danger" {...leaving} onClick={handleConfirm}>
        {confirmLabel}
      </Button>
      <Button ref={cancelRef} {...leaving} onClick={() => setStep("answered")}>
        {cancelLabel}
      </Button>
    </span>
  );
}
