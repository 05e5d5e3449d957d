import { expect, test } from 'vitest'
import type { DraftRow } from '../../worker/contract/drafts/draft-addresses.ts'
import type { DraftView } from '../../worker/contract/drafts/draft.ts'
import type { EnablementRules, UpgradeStep } from '../../worker/contract/upgrade/upgrade.ts'
import { withAllUpgrades } from '../../worker/contract/tiers.ts'
import { fulfilled } from '../site/fulfilled-promise.ts'
import type { Session } from '../site/session/session.ts'
import { htmlOf, me, wholeHtmlOf } from '../testing/page.fixture.tsx'
import { Page } from './create-page.tsx'
import { aDraft, aStep } from './draft/draft.fixture.ts'

const session = fulfilled<Session<null>>({ kind: 'user', me: me(), viewer: null })
const needs = (plan: 'intermediate_pro' | 'pro', reason: UpgradeStep): EnablementRules => ({
  block_user: true,
  minimum_tier: plan,
  block_reason: reason,
})
const FREE: DraftView['part_rules'] = {
  query: needs('pro', 'queries'),
  when: needs('pro', 'filter_code'),
  action: needs('intermediate_pro', 'multi_action'),
}

const page = (...given: Parameters<typeof pageOf>) => htmlOf(pageOf(...given))

function pageOf(draft: DraftView, row: DraftRow | null = null, forOthers = false) {
  const rest = {
    origin: {},
    services: [],
    found: null,
    sentence: '',
    user: withAllUpgrades('free'),
    timeZone: 'UTC',
    forOthers,
  } as const
  const data = { draft, row, userId: 'usr', ...rest }
  return <Page data={data} session={session} address={{ path: '/create', query: {} }} />
}

/** The page's buttons, each as its words. */
function buttons(html: string): string[] {
  return [...html.matchAll(/<button[^>]*>(.*?)<\/button>/g)].map(([, inside = '']) =>
    inside
      .replaceAll(/<\/?b>/g, '')
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  )
}

test('an empty Applet shows If and Then, and offers the rest', () => {
  const html = page(aDraft({}, { id: null, version: 0, updated_at: null, part_rules: FREE }))
  expect(buttons(html)).toEqual([
    'Rename',
    'If Choose what starts it',
    'Then Choose what it does',
    'Look something up Pro+',
    'Only sometimes Pro+',
    'Wait first',
    'Do another thing Pro',
  ])
  expect(html).toContain('<h1>New Applet</h1>')
})

test('each row is one sentence, in the order in which they run', () => {
  const draft = aDraft({
    trigger: aStep('t', { kind: 'trigger' }),
    queries: [aStep('q', { kind: 'query' })],
    when: { kind: 'form', match: 'any', conditions: [{ ingredient: 'A.b.Stars', operator: 'more_than', value: '5' }] },
    wait: 5400,
    actions: [aStep('a'), aStep('b', { guessed: true })],
  })
  expect(buttons(page(draft)).slice(1, 7)).toEqual([
    'If Step t',
    'With Step q',
    'When Only if Stars is more than “5”',
    'Wait 1 hour, 30 minutes',
    'Then Step a',
    'And Step b Suggested',
  ])
})

test('only the row that the address names is open', () => {
  const html = page(aDraft({ trigger: aStep('t', { kind: 'trigger' }), actions: [aStep('a')] }), 'then.1')
  expect(html.match(/aria-expanded="true"/g)).toHaveLength(1)
  expect(html).toMatch(/<div class="panel" id="panel-a">/)
})

test('an author says once that others use the Applet', () => {
  const draft = aDraft({ trigger: aStep('t', { kind: 'trigger' }), actions: [aStep('a')] })
  const words = 'For others too? Ask each user'
  expect(buttons(page(draft, 'then.1')).filter((each) => each === words)).toHaveLength(1)
  expect(buttons(page(draft, null, true))).not.toContain(words)
  expect(buttons(page(aDraft()))).not.toContain(words)
})

test('an author reads what a Save brings to others', () => {
  const steps = { trigger: aStep('t', { kind: 'trigger' }), actions: [aStep('a')] }
  const of = { id: 1, friendly_id: null, name: 'Tell', config_type: 'static' } as const
  const offered = 'Then others are offered the new version.'
  expect(page(aDraft(steps, { applet: { ...of, published: true } }))).toContain(offered)
  expect(page(aDraft(steps, { applet: { ...of, published: false } }))).not.toContain(offered)
})

test('offers no part that has no room left', () => {
  const full = aDraft({
    trigger: aStep('t', { kind: 'trigger' }),
    queries: [1, 2, 3, 4, 5].map((n) => aStep(`q${n}`, { kind: 'query' })),
    when: { kind: 'code', code: 'skip()' },
    wait: 60,
    actions: [aStep('a')],
  })
  expect(buttons(page(full)).filter((words) => /^Look|^Only|Wait first|another thing/.test(words))).toEqual([
    'Do another thing',
  ])
})

// Last: the parts that it loads are there from then on.
test('who is at the limit reads two ways out before the work', async () => {
  const full = aDraft({}, { id: null, rules: needs('intermediate_pro', 'applet_quota') })
  const html = await wholeHtmlOf(pageOf(full))
  expect(html).toMatch(
    /You use 2 of 2 Applets\. <a href="\/my_applets\?status=enabled">Turn one off<\/a>, or <a href="\/subscribe\/pro[^"]*">get more<\/a>\./,
  )
  const allowed = aDraft({}, { rules: needs('pro', 'filter_code') })
  expect(await wholeHtmlOf(pageOf(allowed))).not.toContain('Turn one off')
})
