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
  readonly label: string;
  /** Distinguishes the trash from others with the same label. */
  readonly description?: string | undefined;
  /** A button with text instead of the trash, for actions that delete nothing. */
  readonly button?: Omit<ButtonProps, "ref" | "onClick"> | undefined;
  readonly confirmLabel: string;
  readonly cancelLabel: string;
  readonly onConfirm: () => void;
  /** `menu`: small, in a menu's line. `cell`: in a calendar cell, as a layer over the nearest positioned ancestor. */
  readonly size?: "row" | "menu" | "cell" | undefined;
  /** For the trash, where arrow keys reach it instead of Tab. */
  readonly tabIndex?: 0 | -1 | undefined;
  readonly className?: string | undefined;
}

/** `answered`: the question is closed, and the focus returns to the trash. `idle`: the focus stays where it is. */
type Step = "idle" | "asking" | "answered";

const LAYER =
  "absolute inset-x-0 top-0 z-10 flex min-w-[6.5rem] flex-col gap-1 rounded-small bg-danger-tint p-1 shadow-2";

function neighbouringTrash(root: Element, ancestor: ParentNode): HTMLElement | null {
  const all = [...ancestor.querySelectorAll("[data-two-step]")];
  const index = all.indexOf(root);
  return (all[index + 1] ?? all[index - 1])?.querySelector("button") ?? null;
}

/** Where the focus goes when a row is deleted: if possible in the same list, or in the same cell of a grid. */
function nextFocus(root: Element): HTMLElement | null {
  const list = root.closest("ul, ol");
  const inList = list && neighbouringTrash(root, list);
  return inList ?? root.closest<HTMLElement>("td[tabindex]") ?? neighbouringTrash(root, document);
}

/** Moves the focus when the row that contains it is removed. */
function useFocusHandedOn() {
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
 * A deletion (or another final action) confirmed in place. `Annuler` replaces the trash and takes the focus, so that a
 * double press never deletes; Escape or leaving cancels. While it asks, it has `data-confirming`, so that its row can
 * be tinted (`has-data-confirming:bg-danger-tint`).
 */
export function TwoStepConfirm(props: TwoStepConfirmProps) {
  const { label, description, confirmLabel, cancelLabel, onConfirm, size = "row", tabIndex, className, button } = props;
  const [step, setStep] = useState<Step>("idle");
  const rootRef = useFocusHandedOn();
  const trashRef = useRef<HTMLButtonElement>(null);
  const cancelRef = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    // The focus ring shows what Enter would press, even after a press by mouse.
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

  const leaving = {
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
    // In a browser that does not focus pressed buttons, the press would blur `Annuler` and be lost.
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
      {/* A separate key: React and `ignoreSplitDoubleClicks` must not take it for the button that asked, which may
          lie in the same place. */}
      <Button key="confirm" variant="danger" {...leaving} onClick={handleConfirm}>
        {confirmLabel}
      </Button>
      <Button ref={cancelRef} {...leaving} onClick={() => setStep("answered")}>
        {cancelLabel}
      </Button>
    </span>
  );
}
