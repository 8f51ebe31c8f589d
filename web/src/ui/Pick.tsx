import type { ReactNode } from "react";
import { Icon } from "./Icon";
import "./pick.css";

/** Around a `select`: the browser's own list, which a phone shows best, with the arrow of every other list here. */
export const Pick = ({ children }: { children: ReactNode }) => (
  <span className="pick">
    {children}
    <Icon name="down" small />
  </span>
);
