import { Component, type ReactNode } from "react";
import { breakdownText } from "#text/layout.ts";
import { Button } from "../ui/button.tsx";
import { Alert } from "../ui/message.tsx";

interface BreakdownProps {
  readonly children: ReactNode;
}

/** Shows a way on where the page itself failed: a fault of ours, or a part of it that could not be loaded. */
export class Breakdown extends Component<BreakdownProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { readonly hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <main className="mx-auto flex max-w-[560px] flex-col gap-4 p-4 pt-10">
        <h1 className="font-title text-title">{breakdownText.title}</h1>
        <Alert>{breakdownText.detail}</Alert>
        <Button variant="primary" onClick={() => window.location.reload()}>
          {breakdownText.reload}
        </Button>
      </main>
    );
  }
}
