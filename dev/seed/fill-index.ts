import type { D1Database } from '@cloudflare/workers-types'
import { connect } from '../../worker/system/d1/client.ts'
import { START_REBUILD } from '../../worker/db/search/start-rebuild.ts'
import { sweepOnce } from '../../worker/db/search/sweep-search.ts'

export type SearchDatabases = { DB: D1Database; SEARCH: D1Database }

/** Does at once what the minute's job does: the index learns all that has changed. */
export async function fillIndex({ DB, SEARCH }: SearchDatabases): Promise<void> {
  const databases = { db: connect(DB), search: SEARCH }
  while ((await sweepOnce(databases)) > 0);
}

/** Writes the whole index again from D1. */
export async function rebuildIndex(databases: SearchDatabases): Promise<void> {
  await databases.DB.prepare(START_REBUILD).run()
  return fillIndex(databases)
}
