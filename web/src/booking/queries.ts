/** One cache of answers for the page. Imported only by what loads after the first screen, which needs no cache. */
import { QueryClient } from "@tanstack/react-query";

export const queries = new QueryClient({
  defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false, staleTime: 60_000 } },
});

// for the life of the page: steps come and go, and who hears of a lost connection has to hear that it is back
queries.mount();
