import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { ROOT } from '../processes/run.ts'
import { nameSources } from './name-sources.ts'

const BUILD = join(ROOT, 'out/api')

/** Reads lines of the Worker's log, or a stack, and prints them with our files and lines, by the last build. */
console.log(
  nameSources(await text(process.stdin), JSON.parse(readFileSync(join(BUILD, 'index.js.map'), 'utf8')), BUILD),
)
