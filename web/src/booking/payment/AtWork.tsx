import { Dialog } from "../../ui";
import "./at-work.css";

/** Over the screen while the server works at what binds: nothing is done beside it, and nothing closes it. */
export function AtWork({ title, text }: { title: string; text: string }) {
  return (
    <Dialog modal="alert" title={title} onClose={() => undefined}>
      <p className="at-work">{text}</p>
    </Dialog>
  );
}
