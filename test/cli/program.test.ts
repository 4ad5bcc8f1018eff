import { expect, it } from "vitest";
import { createProgram } from "../../build/cli/program.ts";

it("lists the same commands, with the same arguments, whether or not their code is loaded", async () => {
  const [loaded, light] = [await createProgram(), await createProgram(() => false)];
  expect(light.helpInformation()).toBe(loaded.helpInformation());
  for (const command of loaded.commands) {
    const args = command.registeredArguments.map((one) => (one.required ? `<${one.name()}>` : `[${one.name()}]`));
    const term = `  ${[command.name(), "[options]", ...args].join(" ")} `;
    expect(light.helpInformation()).toContain(term);
    expect(command.options.length).toBeGreaterThan(0);
  }
});
