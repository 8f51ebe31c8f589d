/** The frame around a step of an activity (ACT-03). */
import type { ActivityPrice } from "../api";
import { SideFrame, type SideFrameProps } from "../booking/wizard/SideFrame";
import { Summary, SummaryBar } from "./Summary";
import type { Chosen } from "./state";
import { type ActivityStep, activitySteps } from "./steps";

export interface FrameProps
  extends Pick<SideFrameProps<ActivityStep>, "step" | "next" | "aside" | "children"> {
  /** What the booking comes to, shown beside the step. */
  bill?: { chosen: Chosen; price: ActivityPrice } | null;
}

export function Frame({ bill, ...props }: FrameProps) {
  return (
    <SideFrame
      of={activitySteps}
      {...props}
      bill={bill && <Summary {...bill} />}
      folded={bill && <SummaryBar {...bill} />}
    />
  );
}
