import { expect, test } from 'vitest'
import type { AppletStep } from '../../contract/applets/applet.ts'
import { rulesOfSteps } from './step-field-checks.ts'

function step(position: number, address: string, feature: string | null = null): AppletStep {
  const [module_name = '', kinds, slug = ''] = address.split('/')
  const kind = kinds === 'triggers' ? 'trigger' : kinds === 'queries' ? 'query' : 'action'
  const service = {
    module_name,
    name: module_name,
    short_name: module_name,
    description: '',
    category: 'other' as const,
    brand_color: '#000000',
    brand: { background: '#000000', tone: 'ink' as const },
    published: true,
    is_new: false,
    connect_kind: 'none' as const,
    minimum_tier: null,
    icon: '',
    icon_bw: '',
    monochrome_image_url: '',
    lrg_monochrome_image_url: '',
    lrg_variant_image_url: '',
  }
  return { position, kind, slug, name: slug, description: '', service, account_slot: 0, feature }
}

test("an action knows the trigger's ingredients and the queries'", () => {
  const { ingredients: known } = rulesOfSteps([
    step(0, 'octoforge/triggers/new_star'),
    step(1, 'chirp/queries/recent_mentions'),
    step(2, 'notifications/actions/send'),
  ])
  expect(known('2.message')).toEqual([
    'RepositoryName',
    'RepositoryUrl',
    'StarredAt',
    'Chirp.recentMentions.From',
    'Chirp.recentMentions.Text',
    'Chirp.recentMentions.PostUrl',
    'Chirp.recentMentions.ThreadId',
    'Chirp.recentMentions.PostedAt',
  ])
  expect(known('1.text')).toEqual(['RepositoryName', 'RepositoryUrl', 'StarredAt'])
  expect(known('0.repo')).toEqual([])
  expect(known('9.gone')).toEqual([])
})

test('an action knows a query that an edit has put behind it', () => {
  const { ingredients: known } = rulesOfSteps([
    step(0, 'octoforge/triggers/new_star'),
    step(1, 'notifications/actions/send'),
    step(2, 'octoforge/queries/open_issues'),
  ])
  expect(known('1.message')).toContain('Octoforge.openIssues.IssueTitle')
  expect(known('2.repository')).not.toContain('Octoforge.openIssues.IssueTitle')
})

test('the second of the same query has a number', () => {
  const { ingredients: known } = rulesOfSteps([
    step(0, 'octoforge/triggers/new_star'),
    step(1, 'octoforge/queries/open_issues'),
    step(2, 'octoforge/queries/open_issues'),
    step(3, 'notifications/actions/send'),
  ])
  expect(known('3.message')).toEqual(
    expect.arrayContaining(['Octoforge.openIssues.IssueTitle', 'Octoforge.openIssues2.IssueTitle']),
  )
})

test("a feature's action knows the trigger of its own feature alone", () => {
  const { ingredients: known } = rulesOfSteps([
    step(0, 'homebase/triggers/presence_changed', 'presence'),
    step(1, 'homebase/triggers/door_left_open', 'open_door'),
    step(2, 'notifications/actions/send', 'open_door'),
  ])
  expect(known('2.message')).toEqual(['DoorName', 'MinutesOpen', 'OccurredAt'])
})

test("a service's own rule applies to a value, but not to ingredients", () => {
  const { check } = rulesOfSteps([step(0, 'schedule/triggers/cron')])
  expect(check('0.cron', '30 7 * * 1-5')).toBeNull()
  expect(check('0.cron', 'every morning')).toMatch(/^Write five parts/)
  expect(check('0.cron', '{{Title}}')).toBeNull()
  expect(check('1.cron', 'every morning')).toBeNull()
})
