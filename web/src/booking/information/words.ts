/** The words of the guest form: what a field is called in that country, and what is wrong with it. */
import type { AddressRules } from "../../api";
import { type LabelKey, useI18n } from "../../i18n";
import type { GuestField } from "./fields";
import type { FieldProblem } from "./validate";

const zips: Readonly<Record<string, LabelKey>> = {
  postal: "lbl_zip_postal",
  zip: "lbl_zip_zip",
  eircode: "lbl_zip_eircode",
  pin: "lbl_zip_pin",
};

const states: Readonly<Record<string, LabelKey>> = {
  state: "lbl_state_state",
  province: "lbl_state_province",
  county: "lbl_state_county",
  emirate: "lbl_state_emirate",
  prefecture: "lbl_state_prefecture",
  island: "lbl_state_island",
  parish: "lbl_state_parish",
  department: "lbl_state_department",
  district: "lbl_state_district",
  area: "lbl_state_area",
  oblast: "lbl_state_oblast",
};

const cities: Readonly<Record<string, LabelKey>> = {
  city: "lbl_city_city",
  post_town: "lbl_city_post_town",
  district: "lbl_city_district",
  suburb: "lbl_city_suburb",
};

const names: Readonly<Record<Exclude<GuestField, "zip_code" | "state" | "city">, LabelKey>> = {
  first_name: "lbl_first_name",
  middle_name: "lbl_middle_name",
  last_name: "lbl_last_name",
  email: "lbl_email",
  phone: "lbl_mobile_number",
  country: "lbl_country",
  street: "lbl_street",
  street_2: "lbl_street_2",
  remarks: "lbl_remarks",
};

/** Label of a field under these rules. */
export function fieldLabel(name: GuestField, rules: AddressRules): LabelKey {
  if (name === "zip_code") return zips[rules.zip_label ?? ""] ?? "lbl_zip_postal";
  if (name === "state") return states[rules.state_label ?? ""] ?? "lbl_state_province";
  if (name === "city") return cities[rules.city_label ?? ""] ?? "lbl_city_city";
  return names[name];
}

/** What could be meant, for a value that does not fit; null where there is nothing to suggest. */
function useSuggestion(rules: AddressRules): (name: GuestField) => string | null {
  const { t } = useI18n();
  return (name) => {
    switch (name) {
      case "first_name":
      case "middle_name":
      case "last_name":
        return t("lbl_suggest_name");
      case "street":
      case "street_2":
      case "city":
        return t("lbl_suggest_place");
      case "state":
        return t(rules.property_eligible_states.length > 0 ? "lbl_suggest_state" : "lbl_suggest_place");
      case "zip_code":
        return rules.zip_example
          ? t("lbl_suggest_zip", { example: rules.zip_example })
          : t("lbl_suggest_zip_plain");
      case "phone":
        return t("lbl_suggest_phone");
      case "email":
        return t("lbl_suggest_email_plain");
      default:
        return null;
    }
  };
}

export interface FieldWords {
  label: (name: GuestField) => string;
  /** "Required", "Not valid", or a sentence: for the summary. */
  short: (problem: FieldProblem) => string;
  /** The same with its suggestion: for beside the field. */
  long: (name: GuestField, problem: FieldProblem) => string;
}

export function useFieldWords(rules: AddressRules): FieldWords {
  const { t, anyOf } = useI18n();
  const suggestion = useSuggestion(rules);
  const short = (problem: FieldProblem) => {
    if (problem.kind === "SERVER") return problem.message;
    if (problem.kind === "CARD_NUMBER") return t("lbl_no_card_number");
    return t(problem.kind === "REQUIRED" ? "lbl_required" : "lbl_not_valid");
  };
  return {
    label: (name) => t(fieldLabel(name, rules)),
    short,
    long(name, problem) {
      if (problem.kind !== "NOT_VALID") return short(problem);
      const { doubt } = problem;
      const because = (reason: string) => t("lbl_not_valid_because", { reason });
      if (doubt?.kind === "NO_AT") return because(t("lbl_suggest_email_at"));
      if (doubt?.kind === "NO_NAME") return because(t("lbl_suggest_email_name"));
      if (doubt?.kind === "LOOKS_LIKE") return because(t("lbl_suggest_email_like", { domain: doubt.domain }));
      if (doubt?.kind === "ENDS_EARLY") {
        return because(t("lbl_suggest_email_ends", { domains: anyOf(doubt.domains) }));
      }
      const could = suggestion(name);
      return could ? because(could) : short(problem);
    },
  };
}
