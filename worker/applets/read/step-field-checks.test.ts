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
    step(0, 'github/triggers/new_starred_repository'),
    step(1, 'home_assistant/queries/entity_state'),
    step(2, 'notifications/actions/send'),
  ])
  expect(known('2.message')).toEqual([
    'RepositoryName',
    'RepositoryUrl',
    'RepositoryDescription',
    'StarredAt',
    'HomeAssistant.entityState.EntityName',
    'HomeAssistant.entityState.EntityId',
    'HomeAssistant.entityState.State',
    'HomeAssistant.entityState.Unit',
    'HomeAssistant.entityState.ChangedAt',
  ])
  expect(known('1.entity')).toEqual(['RepositoryName', 'RepositoryUrl', 'RepositoryDescription', 'StarredAt'])
  expect(known('0.repository')).toEqual([])
  expect(known('9.gone')).toEqual([])
})

test('an action knows a query that an edit has put behind it', () => {
  const { ingredients: known } = rulesOfSteps([
    step(0, 'github/triggers/new_starred_repository'),
    step(1, 'notifications/actions/send'),
    step(2, 'github/queries/open_issues'),
  ])
  expect(known('1.message')).toContain('GitHub.openIssues.IssueTitle')
  expect(known('2.repository')).not.toContain('GitHub.openIssues.IssueTitle')
})

test('the second of the same query has a number', () => {
  const { ingredients: known } = rulesOfSteps([
    step(0, 'github/triggers/new_starred_repository'),
    step(1, 'github/queries/open_issues'),
    step(2, 'github/queries/open_issues'),
    step(3, 'notifications/actions/send'),
  ])
  expect(known('3.message')).toEqual(
    expect.arrayContaining(['GitHub.openIssues.IssueTitle', 'GitHub.openIssues2.IssueTitle']),
  )
})

test("a feature's action knows the trigger of its own feature alone", () => {
  const { ingredients: known } = rulesOfSteps([
    step(0, 'home_assistant/triggers/state_changed', 'presence'),
    step(1, 'weather/triggers/sunset', 'dusk'),
    step(2, 'notifications/actions/send', 'dusk'),
  ])
  expect(known('2.message')).toEqual(['OccurredAt', 'Location'])
})

test("a service's own rule applies to a value, but not to ingredients", () => {
  const { check } = rulesOfSteps([step(0, 'schedule/triggers/cron')])
  expect(check('0.cron', '30 7 * * 1-5')).toBeNull()
  expect(check('0.cron', 'every morning')).toMatch(/^Write five parts/)
  expect(check('0.cron', '0 0 30 2 *')).toBe('This date never comes.')
  expect(check('0.cron', '{{Title}}')).toBeNull()
  expect(check('1.cron', 'every morning')).toBeNull()
})
