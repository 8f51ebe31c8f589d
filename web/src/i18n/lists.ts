/** Languages that write in Arabic letters have a comma of their own. */
const ARABIC_COMMA = /^(ar|fa|ur|ps|ckb|sd|ug)\b/;

/**
 * Facts side by side: "24 m², queen bed", "14 Quay Street, Old Harbour". `Intl.ListFormat` would put an "and" before the
 * last in most languages, which is right for things that are counted up and wrong for a street and its town.
 */
export function joinFacts(facts: readonly (string | false | null | undefined)[], locale: string): string {
  return facts.filter(Boolean).join(ARABIC_COMMA.test(locale) ? "، " : ", ");
}
