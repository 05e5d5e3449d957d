import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { readArguments } from '../../processes/read-arguments.ts'
import { main, ROOT } from '../../processes/run.ts'
import { nameSources } from './name-sources.ts'

const USAGE = 'npm run operate -- read-stack [runner] < line.txt'

/** Reads lines of a Worker's log, or a stack, and prints them with our files and lines, by the last build. */
await main(async () => {
  const { positionals } = readArguments(USAGE, { allowPositionals: true, options: {} })
  const [worker = 'api', ...others] = positionals
  if (!['api', 'runner'].includes(worker) || others.length > 0)
    throw new Error(`There is no Worker ${positionals.join(' ')}.\nUsage: ${USAGE}`)
  const build = join(ROOT, 'out', worker)
  const map = join(build, 'index.js.map')
  if (!existsSync(map)) throw new Error('There is no build yet. Check out the deployed commit, then: npm run build')
  if (process.stdin.isTTY) console.error('Paste the line of the log, then press Enter and Ctrl-D.')
  console.log(nameSources(await text(process.stdin), JSON.parse(readFileSync(map, 'utf8')), build))
})
