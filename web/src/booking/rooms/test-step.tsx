/** For tests: the rooms step in its frame. */
import { renderStep } from "../test-step";
import { WithQueries } from "../WithQueries";
import RoomsStep from "./RoomsStep";

const Step = () => (
  <WithQueries>
    <RoomsStep />
  </WithQueries>
);

export const renderRooms = (options: Parameters<typeof renderStep>[2]) => renderStep("rooms", Step, options);
