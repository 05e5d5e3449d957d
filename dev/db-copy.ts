import { parseArgs } from 'node:util'
import { copyDatabase } from './deployment/copy-database.ts'
import { main } from './processes/run.ts'

const USAGE = 'npm run db:copy -- <from> <to> [--remote]'

/** Copies a D1 into an empty one, both by their names at Cloudflare or in wrangler.toml. */
await main(async () => {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { remote: { type: 'boolean' } } })
  const [from, to] = positionals
  if (from === undefined || to === undefined) throw new Error(`Usage: ${USAGE}`)
  await copyDatabase({ from, to, where: [values.remote ? '--remote' : '--local'] })
  console.log(`${to} has what ${from} had when the copy began.`)
})
