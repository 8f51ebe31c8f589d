/** In which currency a brand's prices are looked at, kept in the tab; null is each hotel's own. */
const KEY = "portico.brand.currency";

export function recallCurrency(storage: Storage = sessionStorage): string | null {
  try {
    return storage.getItem(KEY);
  } catch {
    return null;
  }
}

export function keepCurrency(code: string | null, storage: Storage = sessionStorage): void {
  try {
    if (code) storage.setItem(KEY, code);
    else storage.removeItem(KEY);
  } catch {
    // only a reload goes back to each hotel's own
  }
}
