/** What else than rooms is held on when a guest stays: each flow that holds something says what to call. */
export const holders = new Set<() => void>();
