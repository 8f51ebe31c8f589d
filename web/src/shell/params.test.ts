import { expect, test } from "vitest";
import { hotelInAddress, loaderPicture, returnUrl } from "./params";

const property = { website: "https://hotel.example/en", return_url_origins: ["https://brand.example"] };
const home = (query: Record<string, string>) => returnUrl(new URLSearchParams(query), property);
const token = (value: unknown) => btoa(JSON.stringify(value));

// clause: START-01
test("a hotel needs its code and its id", () => {
  const of = (query: string, path = "/booking/search") => hotelInAddress(new URLSearchParams(query), path);
  expect(of("pc=HARB&property_id=1")).toEqual({ pc: "HARB", property_id: "1" });
  for (const query of ["", "pc=HARB", "property_id=1", "pc=&property_id=1"]) expect(of(query)).toBeNull();
});

// clause: START-06, HEAD-02
test("url leads home when the property lists its origin", () => {
  expect(home({ url: "https://brand.example/hotels" }).link).toBe("https://brand.example/hotels");
  expect(home({ url: "https://hotel.example/" }).link).toBe("https://hotel.example/");
  expect(home({}).link).toBeNull();
});

// clause: START-07
test("tk carries a url as base64 JSON; url wins; what is malformed is ignored", () => {
  const tk = token({ url: "https://brand.example/back" });
  expect(home({ tk })).toEqual({ link: null, popup: "https://brand.example/back" });
  expect(home({ tk, url: "https://hotel.example/" }).popup).toBe("https://hotel.example/");
  for (const broken of ["%%%", btoa("no json"), token({}), token({ url: 7 }), token(null)]) {
    expect(home({ tk: broken }).popup).toBeNull();
  }
});

// clause: START-07
test("neither is an open redirect", () => {
  const evil = [
    "javascript:alert(1)",
    "https://evil.example",
    "//evil.example",
    "data:text/html,x",
    "https://hotel.example.evil.example",
  ];
  for (const url of evil) {
    expect(home({ url })).toEqual({ link: null, popup: null });
    expect(home({ tk: token({ url }) }).popup).toBeNull();
  }
});

// clause: START-05
test("the loader's picture is https or our own", () => {
  const picture = (img: string) => loaderPicture(new URLSearchParams({ img }), "http://page.example");
  expect(picture("https://cdn.example/a.webp")).toBe("https://cdn.example/a.webp");
  expect(picture("/media/1/a.webp")).toBe("http://page.example/media/1/a.webp");
  expect(picture("http://cdn.example/a.webp")).toBeNull();
  expect(picture("javascript:alert(1)")).toBeNull();
});
