// Writes src/api/schema.gen.ts from the contract. Only the shapes: the page names its calls itself, in src/api/calls.ts.
import { readFileSync, writeFileSync } from "node:fs";
import openapiTS, { astToString } from "openapi-typescript";

const contract = JSON.parse(readFileSync(new URL("../api/openapi.json", import.meta.url), "utf8"));
const shapes = astToString(await openapiTS({ ...contract, paths: {} }));
const note = "// Generated from api/openapi.json by `npm run gen`; do not edit.\n";
writeFileSync(new URL("src/api/schema.gen.ts", import.meta.url), note + shapes);
