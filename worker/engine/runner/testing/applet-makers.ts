import type { StoredFilter } from '../../../contract/applets/applet-document.ts'
import { FILTER_ID, WAIT_ID } from '../../../contract/applets/step-list.ts'
import { compileFilter } from '../../filter/check/compile-filter.ts'
import type {
  Program,
  ProgramBranch,
  ProgramStep,
  ProgramTrigger,
  RunnerSnapshot,
} from '../../../system/runner-api/program.ts'
import type { HookEvent } from '../../../system/runner-api/runner-api.ts'
import type { Dice } from '../../../testing/dice.ts'

export const NEEDS_NOTHING = {
  multi_action: false,
  queries: false,
  filter_code: false,
  several_accounts: false,
  plan: null,
}

export function aStep(
  id: number,
  slug: string,
  fields: Record<string, string> = {},
  account_id: string | null = null,
): ProgramStep<'action'> {
  return { id, kind: 'action', module_name: account_id === null ? 'far' : 'bank', slug, fields, account_id }
}

export function aQuery(...given: Parameters<typeof aStep>): ProgramStep<'query'> {
  return { ...aStep(...given), kind: 'query' }
}

function aTrigger(slug: string, fields: Record<string, string>, account_id: string | null = null) {
  return { ...aStep(0, slug, fields, account_id), kind: 'trigger' } as const
}

export function hookTrigger(fields: Record<string, string> = {}): ProgramTrigger {
  return { ...aTrigger('request', fields), identity: 'hook' }
}

export function pollTrigger(stream: string, account_id: string | null = null): ProgramTrigger {
  return { ...aTrigger('items', { stream }, account_id), identity: `items:${stream}:${account_id ?? ''}` }
}

export function clockTrigger(hours: number): ProgramTrigger {
  return { ...aTrigger('times', { hours: String(hours) }), identity: `times:${hours}` }
}

type Between = {
  feature?: string | null
  queries?: ProgramStep<'query'>[]
  filter?: StoredFilter | null
  /** Seconds. */
  wait?: number
}

export function aBranch(
  trigger: ProgramTrigger,
  actions: ProgramStep<'action'>[],
  { feature = null, queries = [], filter = null, wait = 0 }: Between = {},
): ProgramBranch {
  const filters = filter === null ? [] : [{ id: FILTER_ID, kind: 'filter' as const, compiled: filter }]
  const waits = wait === 0 ? [] : [{ id: WAIT_ID, kind: 'wait' as const, seconds: wait }]
  return { feature, trigger, steps: [...queries, ...filters, ...waits, ...actions] }
}

/** The user's only account, as the database says that it is. */
export function bankAccount(status: 'connected' | 'broken'): Pick<RunnerSnapshot, 'accounts'> {
  return { accounts: [{ id: 'account', module_name: 'bank', name: 'Me', status }] }
}

/** An Applet that is on, with the key `key {id}`. */
export function aProgram(applet_id: number, branches: ProgramBranch[], more: Partial<Program> = {}): Program {
  return {
    applet_id,
    version: 1,
    name: `Applet ${applet_id}`,
    running: true,
    enabled_at: 1,
    needs: NEEDS_NOTHING,
    branches,
    hook_key_hash: `key ${applet_id}`,
    notify_runs: false,
    notify_failures: true,
    keep_contents: true,
    min_gap: null,
    quiet: null,
    expect_every: null,
    ...more,
  }
}

export function aSnapshot(wanted: number, programs: Program[], more: Partial<RunnerSnapshot> = {}): RunnerSnapshot {
  return {
    user_id: 'user',
    wanted,
    timezone: 'UTC',
    subscriptions: [],
    accounts: [],
    maker_key_hash: 'maker',
    paused_until: null,
    programs,
    ...more,
  }
}

export const PRO = [
  { tier: 'pro', status: 'active', card_authenticated: true, current_period_end: null, past_due_since: null },
] as const satisfies RunnerSnapshot['subscriptions']

/** A request to an Applet's hook. */
export function aRequest(applet_id: number, more: Partial<HookEvent> = {}): HookEvent {
  return {
    target: { kind: 'applet', key_hash: `key ${applet_id}` },
    event_id: null,
    body_hash: 'body',
    kind: 'text',
    content_type: null,
    bytes: 2,
    text: 'hi',
    ingredients: { Value1: 'hi' },
    hops: 0,
    ...more,
  }
}

/** Filter code for actions of `far`: what it decides is another thing at every time. */
const FILTERS = [
  `Far.key.setText('at ' + Meta.currentUserTime.unix() + ' ' + Math.random())`,
  `if (Math.random() < 0.5) { Far.key.skip('by chance') }`,
  `if (Meta.currentUserTime.unix() % 2 === 0) { Far.key.setText('even') } else { Far.key.skip('odd') }`,
  `Far.key.setText(undefinedName.length)`,
]
const compiled = await Promise.all(FILTERS.map((source) => compileFilter(source)))
const filters = compiled.flatMap((result) => (result.ok ? [result.filter] : []))

/** An Applet as users make them, by chance. It has an action `key` where it has a filter. */
export function anyProgram(applet_id: number, dice: Dice, version: number): Program {
  const branches = dice.chance(0.15)
    ? [
        { ...anyBranch(dice, version), feature: 'one' },
        { ...anyBranch(dice, version), feature: 'two' },
      ]
    : [anyBranch(dice, version)]
  return aProgram(applet_id, branches, {
    version,
    notify_runs: dice.chance(0.2),
    keep_contents: dice.chance(0.85),
    min_gap: dice.chance(0.1) ? 60 : null,
    quiet: dice.chance(0.05) ? { from: 0, to: 300 } : null,
    needs: { ...NEEDS_NOTHING, multi_action: dice.chance(0.3) },
  })
}

function anyBranch(dice: Dice, version: number): ProgramBranch {
  const filter = dice.chance(0.25) ? (dice.oneOf(filters) ?? null) : null
  const queries = dice.chance(0.25) ? [aQuery(5, 'count', { of: '{{Value1}}' })] : []
  const wait = dice.chance(0.2) ? dice.one([600, 86_400, 3 * 86_400]) : 0
  const action = (id: number, kind: string, account_id: string | null) =>
    aStep(id, kind, { text: `${anyText(dice, queries.length > 0)} v${version}` }, account_id)
  const first = filter ? [action(1, 'key', null)] : []
  const more = Array.from({ length: dice.one([1, 1, 1, 2, 3]) }, (_, index) => {
    const kind = dice.one(['safe', 'key', 'key', 'find', 'unsafe'])
    return action(index + 2, kind, dice.chance(0.25) ? 'account' : null)
  })
  return aBranch(anyTrigger(dice), [...first, ...more], { queries, filter, wait })
}

function anyText(dice: Dice, hasQuery: boolean): string {
  const last = hasQuery ? '{{Far.count.Count}}' : 'plain'
  return dice.one(['{{Value1}}', '{{Value1}} at {{Now}}', '{{Value1 | upper}}', last])
}

function anyTrigger(dice: Dice): ProgramTrigger {
  switch (dice.one(['hook', 'hook', 'poll', 'poll', 'clock'])) {
    case 'hook':
      return hookTrigger({ event: dice.one(['open', 'close']) })
    case 'poll':
      return pollTrigger(dice.one(['a', 'b']), dice.chance(0.25) ? 'account' : null)
    default:
      return clockTrigger(dice.one([6, 24]))
  }
}
