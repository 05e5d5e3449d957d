import type { D1Database } from '@cloudflare/workers-types'
import { connect } from '../../../worker/system/d1/client.ts'
import { callHeaders, enable, writeApplet, writeUsers } from '../engine/users-with-hooks.ts'
import { appletId } from '../../seed/seed-applets.ts'
import { SWITCHED, type LoadSite, type LoadUser } from './busy-hour.ts'

/** A user for each connection, each with a hook of their own. */
export async function prepareLoadUsers(
  database: D1Database,
  { api, pages }: LoadSite,
  count: number,
): Promise<LoadUser[]> {
  const db = connect(database)
  await writeApplet(db, { id: SWITCHED, wait: 0, target: pages })
  const prepared: LoadUser[] = []
  for (const [n, cookie] of (await writeUsers(db, count)).entries()) {
    const hook = await enable(new URL(api), cookie, appletId('hook-to-notification'))
    prepared.push({
      id: `usr_bench_${n}`,
      headers: await callHeaders(new URL(api), cookie),
      hook: api + hook,
      counts: new Map(),
    })
  }
  return prepared
}
