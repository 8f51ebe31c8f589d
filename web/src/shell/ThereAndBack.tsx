/** A link that brings the guest back to where they are when they follow it (HEAD-08, HEAD-10). */
export function ThereAndBack(props: { href: string; children: string; onLeave?: () => void }) {
  const { href, children, onLeave } = props;
  return (
    <a
      href={href}
      onClick={(event) => {
        const url = new URL(href, window.location.href);
        url.searchParams.set("redirect_url", window.location.href);
        event.currentTarget.href = url.href;
        onLeave?.();
      }}
    >
      {children}
    </a>
  );
}
