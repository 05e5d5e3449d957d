// `node dev/check-requirements.ts`: every requirement has a row, and every test that a row names exists.
import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { checkRequirements, summarise } from './requirements-table.ts'

const root = resolve(import.meta.dirname, '..')
const page = 'docs/requirements.md'

function readSource(path: string): string | undefined {
  const file = resolve(root, path)
  return statSync(file, { throwIfNoEntry: false })?.isFile() ? readFileSync(file, 'utf8') : undefined
}

const { requirements, problems } = checkRequirements(readFileSync(resolve(root, page), 'utf8'), readSource)
for (const { line, message } of problems) console.error(`${page}:${line} ${message}`)
console.log(summarise(requirements))
process.exitCode = problems.length > 0 ? 1 : 0
