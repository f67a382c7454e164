// consumers/diff.mjs -- the page of --diff --format=html, in a browser.
// SPDX-License-Identifier: GPL-3.0-or-later
//
// usage: node diff.mjs MODULES NAME...
// In:  NAME.html, and NAME.json of the same comparison, which tells what the
//      page must show.  Out: a line for each test; pictures NAME.light.png and
//      NAME.dark.png.

import { basename } from "node:path";
import { readFileSync } from "node:fs";
import { axeText, browser, check, equal, openPage } from "./browser.mjs";

// Returns the texts of the cells of the table that the heading ID names.
const rowsOf = (page, id) => page.$$eval(
  `table[aria-labelledby=${id}] tbody tr`,
  (rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent)));

const shownName = (f) => f.name + { both: "", new: " (new)", gone: " (gone)",
  renamed: ` (renamed? was ${f.old_name})` }[f.kind];

async function compare(name, page, data) {
  const times = await rowsOf(page, "times");
  const tested = data.functions.filter((f) => f.p !== null);
  const factor = data.by === "share" ? 100 : 1;
  equal(`${name}: the functions, in the order of the JSON`,
        times.map((row) => row[7]), tested.map(shownName));
  equal(`${name}: old and new times`, times.map((row) => row.slice(0, 2)),
        tested.map((f) => [(f.old * factor).toFixed(3),
                           (f.new * factor).toFixed(3)]));
  equal(`${name}: verdicts`, times.map((row) => row[6] || "none"),
        tested.map((f) => f.verdict));
  const rules = await page.$$eval("main li",
                                  (all) => all.map((e) => e.textContent));
  equal(`${name}: the rules and their results`,
        rules.map((one) => one.replace(/: (passed|FAILED).*/, " $1")),
        data.rules.map((one) => one.rule
                                + (one.failed ? " FAILED" : " passed")));
  const calls = data.functions.filter(
    (f) => f.old_samples.calls / data.old.files
           !== f.new_samples.calls / data.new.files);
  equal(`${name}: calls that differ`,
        (await rowsOf(page, "calls")).map((row) => row[3]).sort(),
        calls.map(shownName).sort());
}

async function inspect(name, file, scheme) {
  const { page } = await openPage("about:blank");
  await page.setBypassCSP(true);        // only for axe
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme",
                                     value: scheme }]);
  await page.goto(file, { waitUntil: "load" });
  await page.screenshot({ path: `${process.argv[3].replace(/[^/]*$/, "")}`
                                + `${name}.${scheme}.png`, fullPage: true });
  const colors = await page.evaluate(() => {
    const style = getComputedStyle(document.body);
    return [style.backgroundColor, style.color];
  });
  await page.evaluate(axeText());
  const { violations, passes } = await page.evaluate(() => axe.run());
  equal(`${name}: axe: ${scheme}`, violations.map((one) => one.id), []);
  check(`${name}: axe: ${scheme}: it has looked`, passes.length > 10);
  await page.close();
  return colors;
}

for (const path of process.argv.slice(3)) {
  const name = basename(path), file = `file://${path}.html`;
  const data = JSON.parse(readFileSync(`${path}.json`, "utf8"));
  const { page, requests, complaints } = await openPage(file);
  equal(`${name}: it loads one file`, requests, [file]);
  equal(`${name}: no complaint of the browser`, complaints, []);
  equal(`${name}: no element came from a name, and no script`,
        await page.$$eval("img, svg, script, iframe", (all) => all.length), 0);
  const policy = await page.$eval("meta[http-equiv]", (e) => e.content);
  check(`${name}: the policy has the hash of the style, and no script`,
        /^default-src 'none'.* style-src 'sha256-[^']*'$/.test(policy), policy);
  await compare(name, page, data);
  await page.setViewport({ width: 390, height: 844 });
  check(`${name}: phone: nothing is wider than the page`,
        await page.evaluate(
          () => document.scrollingElement.scrollWidth <= innerWidth));
  await page.close();
  const light = await inspect(name, file, "light");
  const dark = await inspect(name, file, "dark");
  check(`${name}: dark mode has its colors`, light[0] !== dark[0]
        && light[1] !== dark[1], `${light} ${dark}`);
}

await browser.close();
