import type { SpaceOffer } from "../api";
import { useI18n } from "../i18n";
import { Button, Dialog, Own } from "../ui";

/** How the space is set, or not now (EVENT-21). What is too small for the guests is told, and cannot be chosen. */
export function Arrange(props: {
  space: SpaceOffer;
  persons: number;
  busy: boolean;
  /** Null skips the choice. */
  onChoose: (arrangement: string | null) => void;
  onClose: () => void;
}) {
  const { space, persons, busy, onChoose, onClose } = props;
  const { t } = useI18n();
  return (
    <Dialog
      title={t("lbl_choose_arrangement", { space: space.space_name })}
      onClose={onClose}
      wide
      foot={
        <div className="skip">
          <span className="quiet">{t("lbl_skip_arrangement_text")}</span>
          <Button look="line" busy={busy} onClick={() => onChoose(null)}>
            {t("lbl_skip_arrangement")}
          </Button>
        </div>
      }
    >
      <ul className="arrangements">
        {space.space_arrangements.map((arrangement) => {
          const small = arrangement.capacity < persons;
          return (
            <li key={arrangement.id}>
              <button
                type="button"
                className="card"
                aria-disabled={small || busy || undefined}
                onClick={() => {
                  if (!small && !busy) onChoose(arrangement.id);
                }}
              >
                {arrangement.image && <Plan url={arrangement.image} />}
                <Own as="b">{arrangement.name}</Own>
                <Own as="span">{arrangement.description}</Own>
                <small>
                  {t(small ? "lbl_arrangement_too_small" : "lbl_space_seats", {
                    count: arrangement.capacity,
                  })}
                </small>
              </button>
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}

/** A drawing in the colour of the words around it, by day and by night. */
function Plan({ url }: { url: string }) {
  return <span className="plan" style={{ maskImage: `url("${url}")` }} aria-hidden="true" />;
}
