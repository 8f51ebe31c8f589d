import { part } from "../../shell/part";

/** Neither before a room is chosen. */
export const BillLines = part(() => import("./BillLines"));
export const BillBar = part(() => import("./BillBar"));
