// `node dev/bootstrap.mjs check/documents/requirements` prints which tests show which requirement. Fails on an id without a test or without a row.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { matchRequirements } from './requirements-table.ts'
import { isTest, readSources } from '../source-files.ts'
import { ROOT } from '../../processes/run.ts'

const quiet = process.argv.includes('--quiet')
const tests = readSources().filter(({ path }) => isTest(path))
const { matrix, problems } = matchRequirements(readFileSync(join(ROOT, 'docs/requirements.md'), 'utf8'), tests)
if (!quiet) {
  for (const { id, text, shownBy } of matrix) {
    console.log(`§${id} ${text}`)
    for (const { file, line, test } of shownBy) console.log(`    ${file}:${line} ${test}`)
  }
}
for (const { file, line, message } of problems) console.error(`${file}:${line} ${message}`)
const shown = matrix.filter(({ shownBy }) => shownBy.length > 0).length
console.log(`${matrix.length} requirements, ${shown} shown by tests, ${matrix.length - shown} not.`)
process.exitCode = problems.length > 0 ? 1 : 0
