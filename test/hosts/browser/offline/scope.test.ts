import { expect, it } from "vitest";
import { addLanguage, readScope } from "../../../../build/hosts/browser/offline/cached-tree.ts";
import { memoryStore } from "../memory-store.ts";

it("the language that was requested last becomes the first of a copy, also if the copy had it already", async () => {
  const store = memoryStore();
  const isNew = [];
  for (const language of ["ar", "ja", "fr", "ar", "ar", "de", "en"]) isNew.push(await addLanguage(store, language));
  expect(isNew).toEqual([true, true, true, false, false, true, false]);
  expect((await readScope(store)).languages).toEqual(["de", "ar", "fr"]);
});
