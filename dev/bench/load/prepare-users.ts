import { connect } from '../../../worker/db/client.ts'
import { enable, writeApplet, writeUsers } from '../../engine-bench/users-with-hooks.ts'
import { appletId } from '../../seed/seed-applets.ts'
import { callHeaders, type Bench } from '../start-bench.ts'
import { SWITCHED, type LoadUser } from './busy-hour.ts'

/** A user for each connection, each with a hook of their own. */
export async function prepareLoadUsers(bench: Bench, count: number): Promise<LoadUser[]> {
  const db = connect(bench.env.DB)
  const api = bench.doorAt('api')
  await writeApplet(db, { id: SWITCHED, wait: 0, target: bench.origin })
  const prepared: LoadUser[] = []
  for (const [n, cookie] of (await writeUsers(db, count)).entries()) {
    const hook = await enable(new URL(api), cookie, appletId('hook-to-notification'))
    prepared.push({
      id: `usr_bench_${n}`,
      headers: await callHeaders(api, cookie),
      hook: api + hook,
      counts: new Map(),
    })
  }
  return prepared
}
