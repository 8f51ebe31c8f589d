import { feature } from "topojson-client";
import type { Topology } from "topojson-specification";

type Ring = number[][];

/**
 * A ring whose points run on over the date line instead of jumping back around the earth; null for one that goes all
 * the way round (Antarctica), which a flat map cannot fill.
 */
export function unrolled(ring: Ring): Ring | null {
  let turn = 0;
  let before: number | null = null;
  const points = ring.map(([longitude = 0, latitude = 0]) => {
    if (before !== null && Math.abs(longitude - before) > 180) turn += longitude > before ? -360 : 360;
    before = longitude;
    return [longitude + turn, latitude];
  });
  if (turn !== 0) return null;
  // where it began decides which turn of the earth it is told on: most of it has to lie on the first
  const longitudes = points.map(([longitude = 0]) => longitude);
  const middle = (Math.min(...longitudes) + Math.max(...longitudes)) / 2;
  const shift = -360 * Math.round(middle / 360);
  return points.map(([longitude = 0, latitude = 0]) => [longitude + shift, latitude]);
}

/** The land of a world atlas as polygons for a flat map. */
export function landOf(world: Topology): GeoJSON.MultiPolygon {
  const { land } = world.objects;
  const shapes = land ? feature(world, land) : null;
  const geometries = !shapes
    ? []
    : shapes.type === "FeatureCollection"
      ? shapes.features.map((one) => one.geometry)
      : [shapes.geometry];
  const polygons = geometries.flatMap((geometry) =>
    geometry.type === "MultiPolygon"
      ? geometry.coordinates
      : geometry.type === "Polygon"
        ? [geometry.coordinates]
        : [],
  );
  return {
    type: "MultiPolygon",
    coordinates: polygons.flatMap((rings) => {
      const [outer, ...holes] = rings.map(unrolled);
      return outer ? [[outer, ...holes.filter((hole) => hole !== null)]] : [];
    }),
  };
}
