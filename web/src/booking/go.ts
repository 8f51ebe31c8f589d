/** Moving between steps. The router hands its `navigate` in, so that the booking knows no address but its own paths. */
import { createContext, use, useCallback, useEffect, useRef } from "react";
import { STEP_PATH, type StepName } from "./flow";

export interface Going {
  navigate: (to: string, options?: { replace?: boolean }) => void;
  /** The query behind the hash with some parameters set or, with null, taken out. */
  withQuery: (changes: Readonly<Record<string, string | null>>) => string;
}

export const GoContext = createContext<Going>({ navigate: () => undefined, withQuery: () => "" });

export interface GoOptions {
  replace?: boolean;
  /** Parameters to set on the way; the others come along. */
  query?: Readonly<Record<string, string | null>>;
}

/** Whether what asks is still on screen: a late answer leads nobody away from where they have gone meanwhile. */
export function useHere(): () => boolean {
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  return useCallback(() => here.current, []);
}

/** Goes to a step. */
export function useGo(): (step: StepName, options?: GoOptions) => void {
  const { navigate, withQuery } = use(GoContext);
  return (step, options = {}) => {
    const query = options.query ? `?${withQuery(options.query)}` : "";
    navigate(`/booking/${STEP_PATH[step]}${query}`, { replace: options.replace ?? false });
  };
}
