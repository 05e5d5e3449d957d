import { MINUTE } from '../../../contract/shared/durations.ts'
import { PLANS } from '../../../contract/tiers.ts'
import { expect, test } from 'vitest'
import type { Program } from '../../../system/runner-api/program.ts'
import { isProgramAllowed, isQuiet } from './hold-rules.ts'

const NOTHING = { multi_action: false, queries: false, filter_code: false, several_accounts: false, plan: null }

function needing(needs: Partial<Program['needs']>) {
  return { needs: { ...NOTHING, ...needs } } as Program
}

test.each([
  [{}, ['free', 'intermediate_pro', 'legacy_pro', 'pro']],
  [{ multi_action: true }, ['intermediate_pro', 'legacy_pro', 'pro']],
  [{ queries: true }, ['legacy_pro', 'pro']],
  [{ filter_code: true }, ['legacy_pro', 'pro']],
  [{ several_accounts: true }, ['pro']],
  [{ plan: 'intermediate_pro' }, ['intermediate_pro', 'legacy_pro', 'pro']],
  [{ plan: 'pro' }, ['legacy_pro', 'pro']],
] as const)('%o runs on %o', (needs, tiers) => {
  const all = ['free', 'intermediate_pro', 'legacy_pro', 'pro'] as const
  expect(all.filter((tier) => isProgramAllowed(needing(needs), tier))).toEqual(tiers)
})

test.each([
  ['free', 1000, 7, 20, 5],
  ['intermediate_pro', 10_000, 30, 200, 1],
  ['legacy_pro', 10_000, 30, 200, 1],
  ['pro', 100_000, 90, 2000, 1],
] as const)(
  '%s: backlog %i, kept %i days, %i MB, polls every %i minutes',
  (tier, backlog, days, megabytes, minutes) => {
    const { waiting_runs, kept_runs, poll_every } = PLANS[tier]
    expect([waiting_runs, kept_runs, poll_every]).toEqual([backlog, { days, megabytes }, minutes * MINUTE])
  },
)

test.each([
  [{ from: 60, to: 120 }, [60, 119], [59, 120]],
  [{ from: 1320, to: 420 }, [1320, 1439, 0, 419], [420, 1319]],
  [{ from: 60, to: 60 }, [], [60, 0]],
])('quiet hours %o', (quiet, inside, outside) => {
  expect(inside.filter((minute) => !isQuiet(quiet, minute))).toEqual([])
  expect(outside.filter((minute) => isQuiet(quiet, minute))).toEqual([])
})
