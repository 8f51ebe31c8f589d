/** What time it is for the hotel: deadlines are the server's, and a device may be off by a day, or the clock set. */
let ahead = 0;

/** Takes the moment at which the server answered just now, with its offset. */
export function setClock(answeredAt: string): void {
  ahead = Date.parse(answeredAt) - Date.now();
}

/** Milliseconds since 1970, by the server's clock. */
export const hotelNow = () => Date.now() + ahead;
