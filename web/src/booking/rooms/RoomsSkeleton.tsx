import { useI18n } from "../../i18n";
import { Skeleton } from "../../ui";

/** The shape of the rooms to come (ROOMS-02). */
export function RoomsSkeleton() {
  const { t } = useI18n();
  return (
    <div className="list" role="status" aria-busy="true">
      <span className="vh">{t("lbl_rooms_loading")}</span>
      {[0, 1].map((room) => (
        <div className="room" key={room} aria-hidden="true">
          <div className="top">
            <div className="pic" />
            <div className="words">
              <Skeleton block="2rem" inline="60%" />
              <Skeleton block="1.25rem" inline="80%" />
              <Skeleton block="3rem" />
            </div>
          </div>
          {[0, 1].map((rate) => (
            <div className="rate" key={rate}>
              <Skeleton block="2.5rem" />
              <Skeleton block="2.5rem" />
              <Skeleton block="2.5rem" />
              <Skeleton block="2.75rem" />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
