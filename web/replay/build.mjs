// SPDX-License-Identifier: MIT
// Bundles the page into one file: script and style inside, nothing to fetch. Usage: node build.mjs PAGE.cpp | PAGE.html
// A .cpp holds the page as a function for the library; a .html is the page without a recording.
import { build } from 'esbuild';
import { readFileSync, writeFileSync } from 'node:fs';

/** @param {string} entry @returns {Promise<string>} */
async function bundle(entry) {
  const result = await build({
    entryPoints: [entry], bundle: true, minify: true, write: false, format: 'iife', target: 'es2022',
    legalComments: 'inline', logLevel: 'warning', charset: 'utf8',
  });
  return result.outputFiles[0].text;
}

/** The page as adjacent raw strings: compilers do not accept a single one of this length. @param {string} html */
function asCpp(html) {
  const bytes = Buffer.from(html, 'utf8').toString('latin1');
  const pieces = bytes.match(/[\s\S]{1,8000}/g) ?? [];
  const literals = pieces.map((piece) => `R"tactus(${piece})tactus"`);
  return '#include <io/replay_page.h>\n\n' +
    'static constexpr char page[] =\n' + literals.join('\n') + ';\n\n' +
    'std::string_view tactus::io::replay_page() { return {page, sizeof page - 1}; }\n' +
    'std::string_view tactus::io::why_no_replay_page() { return {}; }\n';
}

const [script, style] = [await bundle('src/main.js'), await bundle('src/style.css')];
const closing = /<\/(script|style)/gi;  // would end the element it stands in
const html = readFileSync('src/page.html', 'utf8')
  .replace('/*STYLE*/', () => style.replace(closing, '<\\/$1'))
  .replace('/*SCRIPT*/', () => script.replace(closing, '<\\/$1'));
const target = process.argv[2];
if (target.endsWith('.cpp')) writeFileSync(target, Buffer.from(asCpp(html), 'latin1'));
else writeFileSync(target, html);
