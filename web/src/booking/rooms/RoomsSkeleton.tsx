import { useI18n } from "../../i18n";
import { Skeleton } from "../../ui";
import type { Layout } from "./view";

/** The shape of the rooms to come, so that nothing moves when they do (ROOMS-02). */
export function RoomsSkeleton({ layout, together }: { layout: Layout; together: boolean }) {
  const { t } = useI18n();
  const rows = layout === "grid" ? [] : [0, 1, 2];
  return (
    <div role="status" aria-busy="true" className="breathing">
      <span className="vh">{t("lbl_rooms_loading")}</span>
      <div className="filters" aria-hidden="true">
        <Skeleton block="44px" inline="11rem" />
        <Skeleton block="44px" inline="9rem" />
      </div>
      <p className="found" aria-hidden="true">
        <Skeleton block="1lh" inline="7rem" />
      </p>
      {together && (
        <div className="card together" aria-hidden="true">
          <div className="w">
            <Skeleton block="1.25rem" inline="6rem" />
            <Skeleton block="1.75rem" inline="55%" />
            <Skeleton block="6rem" />
            <div className="end">
              <Skeleton block="2.75rem" inline="6rem" />
              <Skeleton block="2.75rem" inline="9rem" />
            </div>
          </div>
        </div>
      )}
      <div className={layout === "grid" ? "list grid" : "list"} aria-hidden="true">
        {[0, 1, 2, 3].map((room) => (
          <div className="room" key={room}>
            <div className="top">
              <div className="pic" />
              <div className="words">
                <Skeleton block="2rem" inline="55%" />
                <Skeleton block="1.25rem" inline="80%" />
                <Skeleton block="2.5rem" />
              </div>
            </div>
            {rows.map((rate) => (
              <div className="rate" key={rate}>
                <div className="what">
                  <Skeleton block="2.75rem" inline="80%" />
                </div>
                <div className="cancel">
                  <Skeleton block="4.25rem" />
                </div>
                <div className="about">
                  <Skeleton block="1.25rem" inline="70%" />
                </div>
                <div className="price">
                  <Skeleton block="2.75rem" />
                </div>
                <Skeleton block="2.75rem" />
              </div>
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}
