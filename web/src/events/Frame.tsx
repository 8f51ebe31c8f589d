/** The frame around a step of an event, with its bill where there is one. */
import { SideFrame, type SideFrameProps } from "../booking/wizard/SideFrame";
import { FoldedSummary, Summary } from "./Summary";
import { type EventStep, eventSteps } from "./steps";

export function Frame(props: Pick<SideFrameProps<EventStep>, "step" | "next" | "children">) {
  const beside = props.step !== "select-space" && props.step !== "confirmation";
  return (
    <SideFrame of={eventSteps} {...props} bill={beside && <Summary />} folded={beside && <FoldedSummary />} />
  );
}
