import { connect } from '../../../worker/system/d1/client.ts'
import { writeUsers } from '../engine/users-with-hooks.ts'
import { countCalledFunctions } from './called-functions.ts'
import type { MeasuredWalk } from './measure-walks.ts'
import { SIX_WALKS, type Walker } from './six-walks.ts'
import { WALKS, type WalkName } from './walk-budgets.ts'
import { startWalkSite } from './walk-site.ts'

const site = await startWalkSite()
const cookies = await writeUsers(connect(site.database), 2 * WALKS.length)
const take = countCalledFunctions()
const measured: MeasuredWalk[] = []
for (const name of WALKS) {
  // The first one loads and keeps what the second one finds.
  await walkOnce(name, { cookie: cookies.pop() ?? '', subscriber: 'usr_proplus' })
  measured.push(await walkOnce(name, { cookie: cookies.pop() ?? '', subscriber: 'usr_pro' }))
}
process.stdout.write(JSON.stringify(measured), () => process.exit())

async function walkOnce(name: WalkName, walker: Walker): Promise<MeasuredWalk> {
  const { answered, after, leaves } = await SIX_WALKS[name](site, walker)
  await site.settled()
  const left = await countRows(leaves)
  const [trips, rounds] = [site.trips.length, site.rounds.over]
  take()
  await answered?.()
  const trips_before_answer = site.rounds.over - rounds
  await site.settled()
  await after?.()
  await site.settled()
  const called = take()
  const asked = site.trips.slice(trips)
  const more = (await countRows(leaves)) - left
  if (leaves !== null && more !== 1) throw new Error(`The walk “${name}” left ${more} of ${leaves}.`)
  const counts = {
    files: new Set(called.map(({ file }) => file)).size,
    functions: called.length,
    calls: sum(called.map(({ calls }) => calls)),
    trips: asked.length,
    trips_before_answer,
    statements: sum(asked),
  }
  return { name, counts, called }
}

async function countRows(rows: string | null): Promise<number> {
  return rows === null
    ? 0
    : ((await site.database.prepare(`select count(*) as n from ${rows}`).first<number>('n')) ?? 0)
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0)
}
