import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Boundary } from "./Boundary";
import { part } from "./part";

const Calendar = ({ month }: { month: string }) => <p>{month}</p>;

test("a part that is there is drawn at once, without its stand-in", async () => {
  const Part = part(async () => ({ default: Calendar }), <p>on its way</p>);
  await Part.prefetch();
  render(<Part month="May" />);
  expect(screen.queryByText("on its way")).toBeNull();
  screen.getByText("May");
});

test("a part that is not there yet is drawn as soon as it is", async () => {
  let arrive = () => {};
  const Part = part(
    () =>
      new Promise<{ default: typeof Calendar }>((done) => {
        arrive = () => done({ default: Calendar });
      }),
    <p>on its way</p>,
  );
  const page = render(<Part month="May" />);
  screen.getByText("on its way");
  arrive();
  await screen.findByText("May");
  page.rerender(<Part month="June" />);
  screen.getByText("June");
});

test("a part that did not come is told by the boundary around it, and can be had when it is there again", async () => {
  sessionStorage.setItem("portico_reloaded_for_part", String(Date.now()));
  let connected = false;
  const Part = part(async () => {
    if (!connected) throw new Error("no connection");
    return { default: Calendar };
  });
  await Part.prefetch();
  const shown = (month: string) => (
    <Boundary key={month} instead={<p>not loaded</p>}>
      <Part month={month} />
    </Boundary>
  );
  const page = render(shown("May"));
  await screen.findByText("not loaded");
  connected = true;
  page.rerender(shown("June"));
  await screen.findByText("June");
});
