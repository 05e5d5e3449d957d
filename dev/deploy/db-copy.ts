import { copyDatabase } from './copy-database.ts'
import { readArguments, REMOTE } from '../processes/read-arguments.ts'
import { main } from '../processes/run.ts'
import { remoteFlags } from './config/database-access.ts'

const USAGE = 'npm run operate -- copy-database <from> <to> [--remote]'

/** Copies a D1 into an empty one, both by their names at Cloudflare or in wrangler.toml. */
await main(async () => {
  const { values, positionals } = readArguments(USAGE, { allowPositionals: true, options: REMOTE })
  const [from, to] = positionals
  if (from === undefined || to === undefined) throw new Error(`Usage: ${USAGE}`)
  await copyDatabase({ from, to, where: values.remote ? remoteFlags() : ['--local'] })
  console.log(`${to} has what ${from} had when the copy began.`)
})
