import { expect, test } from 'vitest'
import { anAppletFixture } from '../../applets/testing/stored-applet.fixture.ts'
import { ACTIVITY_PAGE_SIZE } from '../../contract/activity/activity-entry.ts'
import type { RunSummary } from '../../contract/runs/applet-run.ts'
import { activity_log } from '../../db/schema/applets.ts'
import { runners } from '../../db/schema/runners.ts'
import type { RunnerApi, RunQuery } from '../../system/runner-api/runner-api.ts'
import { encodeRunId } from '../runner/world/ulid.ts'
import { listActivity } from './list-activity.ts'

/** A Runner with runs at these times in ms, oldest first, that lists them by their ids. */
function aRunnerWith(times: number[]) {
  const runs: RunSummary[] = []
  const add = (at: number) => {
    const id = encodeRunId({ at, seq: runs.length + 1, salt: 'ABCDEFGH' })
    runs.unshift({
      id,
      applet_id: 1,
      state: 'done',
      at,
      due: null,
      ended_at: at,
      hold: null,
      message: null,
      cause: 'event',
    })
  }
  for (const at of times) add(at)
  async function listRuns({ before, limit }: RunQuery) {
    const older = runs.filter(({ id }) => before === undefined || id < before)
    const page = older.slice(0, limit)
    return { runs: page, next: older.length > limit ? (page.at(-1)?.id ?? null) : null }
  }
  return { add, runs, api: { listRuns } as unknown as RunnerApi }
}

test.each([
  ['more runs than changes', 100, 20],
  ['more changes than runs', 20, 100],
  ['changes alone at first', 70, 70],
])('%s: pages have no gaps while runs arrive', async (name, runCount, changeCount) => {
  const { ctx, db, user } = await anAppletFixture()
  await db.insert(runners).values({ user_id: user.id, runner_id: 'one' })
  const apart = name.startsWith('changes alone') ? 1_000_000 : 0
  const runner = aRunnerWith(Array.from({ length: runCount }, (_, n) => 1000 + n * 7))
  const rows = Array.from({ length: changeCount }, (_, n) => ({
    id: `act_${String(n).padStart(4, '0')}`,
    user_id: user.id,
    kind: 'saved' as const,
    created_at: apart + 1000 + Math.floor(n / 2) * 14,
  }))
  for (let n = 0; n < rows.length; n += 10) await db.insert(activity_log).values(rows.slice(n, n + 10))
  const expected = [...runner.runs, ...rows].map(({ id }) => id).toSorted()
  const own = { ...ctx, runners: { ...ctx.runners, get: () => runner.api } }
  const seen: string[] = []
  const times: number[] = []
  let before: string | undefined
  do {
    const page = await listActivity(own, { ...(before && { before }) })
    expect(page.entries.length).toBeLessThanOrEqual(ACTIVITY_PAGE_SIZE)
    seen.push(...page.entries.map(({ id }) => id))
    times.push(...page.entries.map(({ created_at }) => created_at))
    before = page.next ?? undefined
    for (let n = 0; n < 40; n++) runner.add(2_000_000 + seen.length * 100 + n)
  } while (before)
  expect(seen.toSorted()).toEqual(expected)
  expect(times).toEqual(times.toSorted((a, b) => b - a))
})
