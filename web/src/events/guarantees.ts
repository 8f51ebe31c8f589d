/** What the server calls a guarantee by a card and one by a company (EVENT-43). */
export const BY_CARD = "FPCC";
export const BY_COMPANY = "LDB";
