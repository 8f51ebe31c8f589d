import { useLayoutEffect, useRef } from "react";
import { Own, Picture } from "../../ui";
import { useNamedProperty } from "../named-property";

/**
 * The house's picture with its name. Where the server sent the first screen with the page, that very picture moves in
 * here, so that it is painted once and nothing jumps; the words are ours, in the guest's language.
 */
export function Cover() {
  const property = useNamedProperty();
  const host = useRef<HTMLSpanElement>(null);
  const sent = useRef(document.querySelector("#first-screen img"));
  useLayoutEffect(() => {
    if (sent.current) host.current?.replaceChildren(sent.current);
    document.getElementById("first-screen")?.remove();
  }, []);
  const image = property.cover_image;
  return (
    <div className={image ? "cover" : "cover plain"}>
      {sent.current ? (
        <span ref={host} className="contents" />
      ) : (
        image && <Picture {...image} sizes="100vw" first />
      )}
      <div className="page">
        <Own as="h1" className="serif">
          {property.name}
        </Own>
        {property.tagline && <Own>{property.tagline}</Own>}
      </div>
    </div>
  );
}
