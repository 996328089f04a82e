import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";

/** Keeps what was read from the server while its reader is signed in; nothing of it outlives them. */
export function PeopleProvider({ children }: { readonly children: ReactNode }) {
  const [client] = useState(createQueryClient);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

function createQueryClient(): QueryClient {
  // `always`: whether the network works is learnt by asking, not from the browser's guess.
  return new QueryClient({ defaultOptions: { queries: { networkMode: "always", refetchOnWindowFocus: "always" } } });
}
