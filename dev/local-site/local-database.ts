import { join } from 'node:path'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { unstable_readConfig } from 'wrangler'
import { ROOT } from '../processes/run.ts'
import { STATE_DIR } from '../settings/state-dir.ts'
import { atPort } from './miniflare-options.ts'

/** This machine's D1 alone. Wrangler's own proxy would warn of the Runner, whose code is not here. */
export function localDatabase(folder = join(STATE_DIR, 'v3')): Miniflare {
  const { d1_databases, compatibility_date } = unstable_readConfig({ config: join(ROOT, 'wrangler.toml') })
  return new Miniflare(
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
}
