import { expect, it } from "vitest";
import { pageTitle } from "../../../build/platform/http/client.ts";

it.each([
  ["<html><title>Service\n  unavailable </title>", "Service unavailable"],
  ['<TITLE lang="en">Down</TITLE><title>Second</title>', "Down"],
  ["<title></title><title>Second</title>", "Second"],
  ["<title<title>Late</title>", "Late"],
  ["<title>cut off", "cut off"],
  ["<p>no title</p>", undefined],
])("the title of %j is %j", (markup, title) => {
  expect(pageTitle(markup)).toBe(title);
});
