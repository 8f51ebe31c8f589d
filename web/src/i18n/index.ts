export { builtInLabels, loadBuiltIn, setBuiltIn } from "./built-in";
export * from "./dates";
export type { LabelKey, Labels } from "./english";
export { GuestsLanguage } from "./GuestsLanguage";
export { type I18n, I18nProvider, makeI18n, useI18n } from "./I18nProvider";
export * from "./locale";
export * from "./money";
export { ownDir } from "./own-dir";
