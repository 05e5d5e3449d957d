import { copyDatabase } from './copy-database.ts'
import { PLACE, readArguments, readPlace } from '../processes/read-arguments.ts'
import { main } from '../processes/run.ts'
import { remoteFlags } from './config/database-access.ts'

const USAGE = 'npm run operate -- copy-database <from> <to> [--remote] [--env staging]'

/** Copies a D1 into an empty one, both by their names at Cloudflare or in wrangler.toml. */
await main(async () => {
  const { values, positionals } = readArguments(USAGE, { allowPositionals: true, options: PLACE })
  const { remote, environment } = readPlace(values)
  const [from, to] = positionals
  if (from === undefined || to === undefined) throw new Error(`Usage: ${USAGE}`)
  await copyDatabase({ from, to, where: remote ? remoteFlags(environment) : ['--local'] })
  console.log(`${to} has what ${from} had when the copy began.`)
})
