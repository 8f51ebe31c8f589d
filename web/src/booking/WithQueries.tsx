import { QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { queries } from "./queries";

/** Gives a step the page's query cache. */
export function WithQueries({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>;
}
