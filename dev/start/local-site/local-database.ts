import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { unstable_readConfig } from 'wrangler'
import { ROOT } from '../../processes/run.ts'
import type { SearchDatabases } from '../../seed/fill-index.ts'
import { PORT } from '../../settings/ports.ts'
import { STATE_DIR } from '../../settings/state-dir.ts'
import { atPort } from './miniflare-options.ts'

/** The databases that `npm start` has made at this port. Throws where it was never started. */
export async function startedDatabases() {
  if (!existsSync(join(STATE_DIR, 'v3', 'd1')))
    throw new Error(`There is no local data of port ${PORT} yet: run \`npm start\` there first.`)
  return localDatabases()
}

/** This machine's D1 alone, to be disposed of. Wrangler's own proxy would warn of the Runner, whose code is not here. */
export async function localDatabases(folder = join(STATE_DIR, 'v3')) {
  const { d1_databases, compatibility_date } = unstable_readConfig({ config: join(ROOT, 'wrangler.toml') })
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      ...atPort(0, folder),
      modules: true,
      script: 'export default {}',
      compatibilityDate: compatibility_date ?? '',
      d1Databases: Object.fromEntries(
        d1_databases.map(({ binding, database_id }: { binding: string; database_id?: string }) => [
          binding,
          database_id ?? binding,
        ]),
      ),
    }),
  )
  return { ...(await miniflare.getBindings<SearchDatabases>()), [Symbol.asyncDispose]: () => miniflare.dispose() }
}
