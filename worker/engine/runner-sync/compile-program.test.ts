import { expect, test } from 'vitest'
import type { AppletDocument, ServiceStep, StoredFilter } from '../../contract/applets/applet-document.ts'
import { FILTER_ID, stepsOfKind } from '../../contract/applets/step-list.ts'
import type { ProgramBranch } from '../../system/runner-api/program.ts'
import { compileProgram, type EnabledApplet } from './compile-program.ts'

function step(given: Partial<ServiceStep> & Pick<ServiceStep, 'id' | 'kind'>): ServiceStep {
  return {
    module_name: 'github',
    slug: `${given.kind}_${given.id}`,
    needs_account: true,
    account_slot: 0,
    feature: null,
    fields: {},
    user_fields: {},
    ...given,
  }
}

type Given = Partial<Omit<AppletDocument, 'steps'>> & {
  steps?: ServiceStep[]
  filter_code?: string
  filter?: StoredFilter
}

function version({ steps, filter_code, filter, ...given }: Given = {}): AppletDocument {
  const ofServices = steps ?? [step({ id: 0, kind: 'trigger' }), step({ id: 1, kind: 'action' })]
  const ownFilter =
    filter_code === undefined
      ? []
      : [{ id: FILTER_ID, kind: 'filter' as const, code: filter_code, compiled: filter ?? null }]
  const before = ofServices.filter(({ kind }) => kind !== 'action')
  return { features: [], steps: [...before, ...ownFilter, ...stepsOfKind(ofServices, 'action')], plan: null, ...given }
}

function actionsOf(branch: ProgramBranch | undefined) {
  return stepsOfKind(branch?.steps ?? [], 'action')
}

function enabled(given: Partial<EnabledApplet> = {}): EnabledApplet {
  return {
    applet_id: 7,
    name: 'Stars',
    version: 3,
    doc: version(),
    running: true,
    enabled_at: 5,
    fields: {},
    labels: {},
    switched_off: [],
    hook_key_hash: null,
    notify_runs: false,
    notify_failures: true,
    keep_contents: true,
    min_gap: null,
    quiet: null,
    expect_every: null,
    ...given,
  }
}

const ACCOUNTS = [
  { id: 'con_1', module_name: 'github', name: 'ada', status: 'broken' as const },
  { id: 'con_2', module_name: 'google_sheets', name: 'ada', status: 'connected' as const },
  { id: 'con_3', module_name: 'github', name: 'bob', status: 'connected' as const },
]

function compile(applet: EnabledApplet, accounts = ACCOUNTS) {
  return compileProgram('usr_1', applet, accounts)
}

test('joins the values of author, user and defaults', async () => {
  const doc = version({
    steps: [
      step({ id: 0, kind: 'trigger', fields: { repo: 'a/b' } }),
      step({ id: 1, kind: 'action', user_fields: { title: null, label: 'bug', note: null, color: 'red' } }),
    ],
  })
  const { branches } = await compile(enabled({ doc, fields: { '1.title': '{{Title}}', '1.color': '' } }))
  expect(branches[0]?.trigger.fields).toEqual({ repo: 'a/b' })
  // An empty one is there too, so that filter code may set it.
  const fields = { title: '{{Title}}', label: 'bug', note: '', color: '' }
  expect(actionsOf(branches[0])[0]?.fields).toEqual(fields)
})

test('has the labels of the live choices of author and user', async () => {
  const given = { fields: { list: 'L1' }, labels: { 'list=L1': 'To do' }, user_fields: { board: null } }
  const doc = version({ steps: [step({ id: 0, kind: 'trigger' }), step({ id: 1, kind: 'action', ...given })] })
  const own = { fields: { '1.board': 'B1' }, labels: { '1.board=B1': 'Home', '1.board=B2': 'Work' } }
  const { branches } = await compile(enabled({ doc, ...own }))
  expect(actionsOf(branches[0])[0]?.labels).toEqual({ 'list=L1': 'To do', 'board=B1': 'Home' })
  expect(branches[0]?.trigger).not.toHaveProperty('labels')
})

test('a slot counts accounts in order, broken ones too', async () => {
  const doc = version({
    steps: [
      step({ id: 0, kind: 'trigger', module_name: 'feeds', needs_account: false }),
      step({ id: 1, kind: 'action' }),
      step({ id: 2, kind: 'action', account_slot: 1 }),
      step({ id: 3, kind: 'action', account_slot: 2 }),
    ],
  })
  const { branches } = await compile(enabled({ doc }))
  expect(branches[0]?.trigger.account_id).toBeNull()
  expect(actionsOf(branches[0]).map(({ account_id }) => account_id)).toEqual(['con_1', 'con_3', null])
})

test('equal triggers of a user share one identity', async () => {
  const doc = (fields: Record<string, string>, user_fields: Record<string, null> = {}) =>
    version({ steps: [step({ id: 0, kind: 'trigger', fields, user_fields })] })
  const identity = async (applet: EnabledApplet, accounts = ACCOUNTS, user = 'usr_1') =>
    (await compileProgram(user, applet, accounts)).branches[0]?.trigger.identity
  const first = await identity(enabled({ doc: doc({ repo: 'a', branch: 'b' }) }))
  expect(first).toMatch(/^[0-9a-f]{64}$/)
  const filled = enabled({ applet_id: 8, doc: doc({ branch: 'b' }, { repo: null }), fields: { '0.repo': 'a' } })
  expect(await identity(filled)).toBe(first)
  const others = [
    await identity(enabled({ doc: doc({ repo: 'c', branch: 'b' }) })),
    await identity(filled, ACCOUNTS.slice(1)),
    await identity(filled, ACCOUNTS, 'usr_2'),
  ]
  expect(new Set([first, ...others]).size).toBe(4)
})

const HUB = version({
  features: [
    { slug: 'presence', required: true, fields: ['4.room'] },
    { slug: 'lights', required: false, fields: [] },
    { slug: 'alarm', required: false, fields: ['4.room'] },
  ],
  steps: ['presence', 'lights', 'alarm'].flatMap((feature, n) => [
    step({ id: 2 * n, kind: 'trigger', feature }),
    step({ id: 2 * n + 1, kind: 'action', feature }),
  ]),
})

test('a connection has a branch for each feature that is on', async () => {
  const features = async (given: Partial<EnabledApplet>) =>
    (await compile(enabled({ doc: HUB, ...given }))).branches.map((branch) => [
      branch.feature,
      actionsOf(branch).length,
    ])
  expect(await features({ fields: { '4.room': 'kitchen' } })).toEqual([
    ['presence', 1],
    ['lights', 1],
    ['alarm', 1],
  ])
  expect(await features({ switched_off: ['lights', 'presence'] })).toEqual([['presence', 1]])
})

test('a shared trigger starts the actions of all features that are on', async () => {
  const doc = version({
    features: HUB.features,
    steps: [
      step({ id: 0, kind: 'trigger' }),
      step({ id: 1, kind: 'action' }),
      step({ id: 2, kind: 'action', feature: 'lights' }),
      step({ id: 3, kind: 'action', feature: 'alarm', user_fields: { room: null } }),
    ],
  })
  const { branches } = await compile(enabled({ doc }))
  expect(branches.map((branch) => actionsOf(branch).map(({ id }) => id))).toEqual([[1, 2]])
})

test('several actions need a plan only within one feature', async () => {
  expect((await compile(enabled({ doc: HUB }))).needs.multi_action).toBe(false)
  const two = [step({ id: 1, kind: 'action' }), step({ id: 2, kind: 'action', account_slot: 1 })]
  const doc = version({ steps: [...two, step({ id: 3, kind: 'query' })], filter_code: 'x', plan: 'pro' })
  expect((await compile(enabled({ doc }))).needs).toEqual({
    multi_action: true,
    queries: true,
    filter_code: true,
    several_accounts: true,
    plan: 'pro',
  })
})

test('nothing runs without the filter that belongs to it', async () => {
  const steps = [step({ id: 0, kind: 'trigger' }), step({ id: 1, kind: 'action' })]
  expect((await compile(enabled({ doc: version({ steps, filter_code: 'x' }) }))).branches).toEqual([])
  const filter = { version: 1 as const, tree: [] }
  const { branches } = await compile(enabled({ doc: version({ steps, filter_code: 'x', filter }) }))
  expect(branches.map((branch) => branch.steps[0])).toMatchObject([{ compiled: { version: 2, source: 'x' } }])
})

test('only a web request has a hook', async () => {
  const hash = async (trigger: string, action: string) => {
    const steps = [
      step({ id: 0, kind: 'trigger', module_name: trigger }),
      step({ id: 1, kind: 'action', module_name: action }),
    ]
    return (await compile(enabled({ doc: version({ steps }), hook_key_hash: 'h' }))).hook_key_hash
  }
  expect([await hash('webhooks', 'github'), await hash('github', 'webhooks')]).toEqual(['h', null])
})
