import {
  appendFileSync,
  createReadStream,
  createWriteStream,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { runWrangler } from '../processes/run-wrangler.ts'

/** `where`: wrangler's flags for each command, such as --remote. */
type Copy = { from: string; to: string; where: readonly string[]; cwd?: string }

/** An import writes SQLite's counters of ids twice: once as it inserts, once from the export. */
const ONE_COUNTER_EACH =
  'DELETE FROM sqlite_sequence WHERE rowid NOT IN (SELECT max(rowid) FROM sqlite_sequence GROUP BY name);\n'

/**
 * Exports a D1 and imports it into an empty one. The one file that `wrangler d1 export` writes cannot be imported: it
 * has rows before the tables that they refer to. So the tables come first, then the rows, then indexes and triggers,
 * which must not fire for rows that are there already.
 */
export async function copyDatabase({ from, to, where, cwd = '.' }: Copy): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'switchyard-copy-'))
  const file = (name: string) => join(folder, `${name}.sql`)
  const wrangler = (...args: string[]) => runWrangler(['d1', ...args, ...where, '-y', '--cwd', cwd])
  try {
    await wrangler('export', from, '--no-data', '--output', file('schema'))
    const schema = readFileSync(file('schema'), 'utf8')
    const split = schema.search(/^CREATE (UNIQUE )?(INDEX|TRIGGER)/m)
    // An export of a database that is not there has no tables either.
    if (split < 0) throw new Error(`${from} has no tables, so there is nothing to copy.`)
    await wrangler('export', from, '--no-schema', '--output', file('rows'))
    writeFileSync(file('whole'), schema.slice(0, split))
    // Through streams, because the rows may be too large for the memory.
    await pipeline(createReadStream(file('rows')), createWriteStream(file('whole'), { flags: 'a' }))
    appendFileSync(file('whole'), `\n${ONE_COUNTER_EACH}${schema.slice(split)}`)
    await wrangler('execute', to, '--file', file('whole'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}
