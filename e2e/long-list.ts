// A hotel with very many rooms and rates: a demo hotel's answer, its rooms and rates over and over.
import type { Page } from "@playwright/test";

export const ROOM_TYPES = 40;
export const RATES = 12;

/** The hotel's own answer with its rooms and rates over and over, each under an id of its own. */
function grown(answer: any, perRoom: number): any {
  const { rate_details, room_types } = answer;
  const nth = <T>(list: T[], index: number): T => list[index % list.length] as T;
  const numbers = Array.from({ length: ROOM_TYPES }, (_, index) => index);
  return {
    ...answer,
    room_types: numbers.map((at) => {
      const type = nth<any>(room_types.filter((one: any) => rate_details.some((room: any) => room.room_type_id === one.id)), at);
      return { ...type, id: `ROOM_${at}`, code: `ROOM_${at}`, name: `${type.name} ${at + 1}` };
    }),
    rate_details: numbers.map((at) => {
      const room = nth<any>(rate_details, at);
      const rates = Array.from({ length: perRoom }, (_, number) => {
        const rate = nth<any>(room.rate_codes.filter((one: any) => !one.points_eligible), number);
        return { ...rate, id: `RATE_${number}`, code: `RATE_${number}`, name: `${rate.name} ${number + 1}` };
      });
      const name = `${room.room_type_name} ${at + 1}`;
      return { ...room, room_type_id: `ROOM_${at}`, room_type_code: `ROOM_${at}`, room_type_name: name, rate_codes: rates };
    }),
  };
}

/** What the hotel answers the page from now on; `rates` of a room that is asked for at this address. */
export async function withLongList(page: Page, rates = (_asked: URL) => RATES): Promise<void> {
  await page.route("**/mini-rates-with-availability/**", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: grown(await answer.json(), rates(new URL(route.request().url()))) });
  });
}
