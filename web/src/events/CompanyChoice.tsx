import { useEffect, useState } from "react";
import { type Company, type EventGuarantee, searchCompany } from "../api";
import { useBooking } from "../booking/BookingProvider";
import { codeText } from "../booking/deal";
import { useHere } from "../booking/go";
import { useI18n } from "../i18n";
import { Button, Icon, Own, say, TextField } from "../ui";
import { BY_COMPANY } from "./guarantees";
import { useRefusalWords } from "./refusal-words";
import { isGone, useEvent } from "./useEvent";

export interface CompanyChoiceProps {
  /** What is on the screen; nothing else is ordered on. */
  found: Company | null;
  /** An order is on its way: nothing is taken back meanwhile. */
  held: boolean;
  /** What its guest waits for here, also once they look at another way to pay. */
  busy: "search" | "select" | null;
  onBusy: (busy: CompanyChoiceProps["busy"]) => void;
  onFound: (company: Company | null) => void;
  onFailure: (error: unknown) => void;
}

export const byCompany = ({ code }: Company): EventGuarantee => ({
  guarantee_type: BY_COMPANY,
  payment_source: null,
  company_id: code,
});

/** A company is found by its code before it can be selected; selected again, it is taken back (EVENT-40 to EVENT-42). */
export function CompanyChoice({ found, held, busy, onBusy, onFound, onFailure }: CompanyChoiceProps) {
  const { t, language, facts } = useI18n();
  const { property } = useBooking();
  const { event, guarantee } = useEvent();
  const words = useRefusalWords();
  const here = useHere();
  const [code, setCode] = useState(found?.code ?? event?.guarantee.company_id ?? "");
  /** Why nothing was found, and for which code: another one may be typed by then. */
  const [wrong, setWrong] = useState<{ code: string; error: unknown } | null>(null);
  const selected = found !== null && event?.guarantee.company_id === found.code;

  async function search(told: boolean) {
    if (code.trim() === "" || busy || held) return;
    onBusy("search");
    setWrong(null);
    onFound(null);
    try {
      const company = await searchCompany(property.id, code.trim(), language);
      onFound(company);
      if (told && here()) say(facts([company.name, company.code]));
    } catch (error) {
      setWrong({ code, error });
    } finally {
      onBusy(null);
    }
  }

  // one that was selected before a reload is shown again
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with what is there
  useEffect(() => {
    if (code !== "" && !found) void search(false);
  }, []);

  async function toggle() {
    if (!found || busy || held) return;
    onBusy("select");
    onFailure(null);
    try {
      await guarantee(selected ? {} : byCompany(found));
    } catch (error) {
      if (!isGone(error)) onFailure(error);
    } finally {
      onBusy(null);
    }
  }

  return (
    <div className="company-choice">
      <form
        onSubmit={(submitted) => {
          submitted.preventDefault();
          void search(true);
        }}
      >
        <TextField
          label={t("lbl_event_company_code")}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          value={code}
          error={
            wrong?.code === code ? t("lbl_search_company_error", { message: words(wrong.error) }) : undefined
          }
          onChange={(text) => setCode(codeText(text))}
        />
        <Button type="submit" look="line" busy={busy === "search"}>
          {t("lbl_search_company")}
        </Button>
      </form>
      {found && (
        <button
          type="button"
          className={selected ? "card company on" : "card company"}
          aria-pressed={selected}
          aria-busy={busy === "select" || undefined}
          aria-disabled={held || undefined}
          onClick={() => void toggle()}
        >
          <span>
            <Own as="b">{found.name}</Own>
            <small>{found.code}</small>
            <Own as="small">
              {facts([found.address, found.postal, found.city, found.state, found.country])}
            </Own>
          </span>
          <span className="state">
            {selected && <Icon name="check" small />}
            {t(selected ? "lbl_company_selected" : "lbl_select")}
          </span>
        </button>
      )}
    </div>
  );
}
