/** A picture with its size, so that nothing moves when it comes. `small` is the half-size file. */
export function Picture(props: {
  url: string;
  alt: string;
  width: number;
  height: number;
  small?: string | null | undefined;
  /** How wide it is shown, as the `sizes` attribute says it. */
  sizes?: string;
  /** The first picture of a screen: loaded at once. */
  first?: boolean;
  className?: string;
}) {
  const { url, alt, width, height, small, sizes = "100vw", first, className } = props;
  const half = Math.round(width / 2);
  return (
    <img
      src={small ?? url}
      srcSet={small ? `${small} ${half}w, ${url} ${width}w` : undefined}
      sizes={small ? sizes : undefined}
      alt={alt}
      width={width}
      height={height}
      loading={first ? "eager" : "lazy"}
      decoding="async"
      fetchPriority={first ? "high" : "auto"}
      className={className}
    />
  );
}
