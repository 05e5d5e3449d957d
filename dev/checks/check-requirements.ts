// `node dev/checks/check-requirements.ts`: every requirement has a row, and every test that a row names exists.
import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { ROOT } from '../processes/run.ts'
import { checkRequirements, summarise } from './requirements-table.ts'

const page = 'docs/requirements.md'

function readSource(path: string): string | undefined {
  const file = resolve(ROOT, path)
  return statSync(file, { throwIfNoEntry: false })?.isFile() ? readFileSync(file, 'utf8') : undefined
}

const { requirements, problems } = checkRequirements(readFileSync(resolve(ROOT, page), 'utf8'), readSource)
for (const { line, message } of problems) console.error(`${page}:${line} ${message}`)
console.log(summarise(requirements))
process.exitCode = problems.length > 0 ? 1 : 0
