import { Component, type ReactNode } from "react";
import { breakdownText } from "#text/shell/layout.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Alert } from "../../ui/surfaces/message.tsx";

interface ErrorBoundaryProps {
  readonly children: ReactNode;
}

/** Shows an error screen with a reload button if rendering failed: a bug, or code that could not be loaded. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly hasFailed: boolean }> {
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
