import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
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
  if (!existsSync(build)) throw new Error('There is no build yet. Check out the deployed commit, then: npm run build')
  if (process.stdin.isTTY) console.error('Paste the line of the log, then press Enter and Ctrl-D.')
  const maps = readdirSync(build)
    .filter((name) => name.endsWith('.js.map'))
    .map((name) => [basename(name, '.map'), JSON.parse(readFileSync(join(build, name), 'utf8'))])
  console.log(nameSources(await text(process.stdin), Object.fromEntries(maps), build))
})
