// validate.js -- checks files of JSON with a schema, by ajv.
// SPDX-License-Identifier: GPL-3.0-or-later
//
// usage: node validate.js SCHEMA FILE...     (NODE_PATH names node_modules)
// Status 1, and a line for each error, if a file does not fit.

"use strict";
const fs = require("fs");
const Ajv = require("ajv");
const [schema, ...files] = process.argv.slice(2);
const ajv = new Ajv({ allErrors: true, strict: false });
const validate = ajv.compile(JSON.parse(fs.readFileSync(schema, "utf8")));
for (const file of files)
  {
    // TextDecoder refuses what is not UTF-8.
    const text = new TextDecoder("utf-8", { fatal: true })
          .decode(fs.readFileSync(file));
    if (!validate(JSON.parse(text)))
      {
        for (const error of validate.errors)
          console.log(`${file}: ${error.instancePath} ${error.message}`);
        process.exitCode = 1;
      }
  }
