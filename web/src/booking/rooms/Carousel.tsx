import { useRef, useState } from "react";
import type { RoomType } from "../../api";
import { useI18n } from "../../i18n";
import { Icon, Picture } from "../../ui";

/** The pictures of a room, one at a time: swiped, turned with the buttons or the arrow keys (ROOMS-27). */
export function Carousel({ pictures, name }: { pictures: RoomType["images"]; name: string }) {
  const { t, number } = useI18n();
  const strip = useRef<HTMLUListElement>(null);
  const [at, setAt] = useState(0);
  const last = pictures.length - 1;

  const turn = (by: -1 | 1) => {
    const next = Math.min(last, Math.max(0, at + by));
    setAt(next);
    strip.current?.children[next]?.scrollIntoView({ block: "nearest", inline: "center" });
  };

  /** A swipe: the picture whose middle is nearest to the strip's. */
  const follow = () => {
    const row = strip.current;
    if (!row) return;
    const middle = (element: Element) => {
      const { left, width } = element.getBoundingClientRect();
      return left + width / 2;
    };
    const away = [...row.children].map((child) => Math.abs(middle(child) - middle(row)));
    setAt(away.indexOf(Math.min(...away)));
  };

  return (
    <section
      className="carousel"
      aria-roledescription={t("lbl_carousel")}
      aria-label={t("lbl_pictures_of", { room: name })}
    >
      <ul
        ref={strip}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a row that scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={t("lbl_pictures")}
        onScroll={follow}
        onKeyDown={(event) => {
          const forward =
            getComputedStyle(event.currentTarget).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
          if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
          event.preventDefault();
          turn(event.key === forward ? 1 : -1);
        }}
      >
        {pictures.map((picture, index) => (
          <li key={index}>
            <Picture {...picture} sizes="(max-width: 48rem) 100vw, 52vw" first={index === 0} />
          </li>
        ))}
      </ul>
      {last > 0 && (
        <>
          <button
            type="button"
            className="go back"
            aria-label={t("lbl_previous_picture", { room: name })}
            aria-disabled={at === 0 || undefined}
            onClick={() => turn(-1)}
          >
            <Icon name="back" />
          </button>
          <button
            type="button"
            className="go"
            aria-label={t("lbl_next_picture", { room: name })}
            aria-disabled={at === last || undefined}
            onClick={() => turn(1)}
          >
            <Icon name="forward" />
          </button>
          <p className="count num" role="status">
            <bdi dir="ltr">
              {t("lbl_picture_of", { number: number(at + 1), all: number(pictures.length) })}
            </bdi>
          </p>
        </>
      )}
    </section>
  );
}
