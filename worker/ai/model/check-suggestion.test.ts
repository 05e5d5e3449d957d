import { expect, test } from 'vitest'
import { knownSteps } from '../../services/catalog/steps/known-step.ts'
import { indexSteps } from '../../services/catalog/steps/step-index.ts'
import { serviceDefinitions } from '../../services/service-registry.ts'
import { NO_PROPOSAL, type Proposal } from '../steps/proposal.ts'
import { chooseSlice, WIDE_SLICE } from '../steps/slice.ts'
import { checkSuggestion, chooseProposal } from './check-suggestion.ts'
import type { SuggestedStep, Suggestion } from './read-suggestion.ts'

const index = indexSteps(knownSteps(serviceDefinitions()))
const NOTHING: Suggestion = { trigger: null, queries: [], conditions: [], actions: [] }
const ISSUE = { id: 'github/triggers/new_issue', fields: {} }
const MAIL = { id: 'email/actions/send_me', fields: {} }

/** What comes of a suggestion for a sentence of which the planner has an issue and a mail, and left this. */
function checked(sentence: string, unmet: string[], suggestion: Partial<Suggestion>, own: Partial<Proposal> = {}) {
  const proposal = { ...NO_PROPOSAL, trigger: ISSUE, actions: [MAIL], unmet, ...own }
  const sizes = proposal.language === null ? undefined : WIDE_SLICE
  const slice = chooseSlice(index, sentence, { connected: new Set(), zone: 'UTC' }, sizes)
  const result = checkSuggestion(proposal, { ...NOTHING, ...suggestion }, { sentence, slice })
  return chooseProposal(proposal, result) === result ? result : null
}
const step = (words: string, id: string, fields: Record<string, string> = {}): SuggestedStep => ({
  words,
  step: id,
  fields: Object.entries(fields).map(([field, value]) => ({ field, value })),
})

const AGREED = { trigger: step('', ISSUE.id), actions: [step('', MAIL.id)] }
const BOTH = 'When a GitHub issue is opened, email me and post it to Slack'

test('an action is added for words that nothing stood for', () => {
  const result = checked(BOTH, ['post it to Slack'], {
    ...AGREED,
    actions: [...AGREED.actions, step('post it to Slack', 'slack/actions/post_message')],
  })
  expect(result?.actions.map(({ id }) => id)).toEqual([MAIL.id, 'slack/actions/post_message'])
  expect(result?.unmet).toEqual([])
})

test.each([
  ['words that are used already', BOTH, 'post it to Slack', step('email me', 'notifications/actions/send')],
  ['words that nobody said', BOTH, 'post it to Slack', step('tell Slack of it', 'slack/actions/post_message')],
  ['another service', BOTH, 'post it to Slack', step('post it to Slack', 'discord/actions/post_message')],
  ['a step that is not offered', BOTH, 'post it to Slack', step('post it to Slack', 'acme/actions/open_box')],
  [
    'another verb',
    'When a GitHub issue is opened, email me and delete it from Slack',
    'delete it from Slack',
    step('delete it from Slack', 'slack/actions/post_message'),
  ],
  [
    'the opposite',
    'When a GitHub issue is opened, email me and turn off the light',
    'turn off the light',
    step('turn off the light', 'home_assistant/actions/turn_on'),
  ],
  [
    'what only sounds like it',
    'When a GitHub issue is opened, email me and add a task for the cleaner in Todoist',
    'add a task for the cleaner in Todoist',
    step('add a task for the cleaner in Todoist', 'todoist/actions/add_task'),
  ],
])('nothing is added for %s', (_, sentence, left, action) => {
  const result = checked(sentence, [left], { ...AGREED, actions: [...AGREED.actions, action] })
  expect([result?.actions, result?.unmet]).toEqual([[MAIL], [left]])
})

const TEXT = 'When a GitHub issue is opened, send me a mail with "Look, a bug"'

test('a text in quotes finds its field, and no other words do', () => {
  const suggest = (value: string, unmet: string) =>
    checked(TEXT, [unmet], { ...AGREED, actions: [step(TEXT, MAIL.id, { subject: value })] })?.actions[0]?.fields
  expect(suggest('Look, a bug', 'with "Look, a bug"')).toEqual({ subject: 'Look, a bug' })
  expect(suggest('with', 'with "Look, a bug"')).toEqual({})
  expect(suggest('A bug was found', 'with "Look, a bug"')).toEqual({})
  expect(suggest('{{Nonsense}}', 'with "Look, a bug"')).toEqual({})
})

test('a model says for live choices what the sentence has', () => {
  const sentence = 'When a GitHub issue is opened, create a task in Todoist, somewhere under Chores'
  const task = { id: 'todoist/actions/add_task', fields: { content: '{{IssueTitle}}' } }
  const suggest = (project: string) =>
    checked(
      sentence,
      ['somewhere under Chores'],
      { trigger: AGREED.trigger, actions: [step(sentence, task.id, { project })] },
      { actions: [task] },
    )?.actions
  expect(suggest('Chores')).toEqual([{ ...task, said: { project: 'Chores' } }])
  expect(suggest('Work')).toEqual([task])
  expect(suggest('somewhere')).toEqual([task])
})

const SLACK = step('post it to Slack', 'slack/actions/post_message')

test.each<[string, Partial<Suggestion>, string[] | null]>([
  ['an action less', { trigger: AGREED.trigger }, null],
  ['no trigger', { actions: [...AGREED.actions, SLACK] }, null],
  [
    'another trigger',
    { trigger: step('When a GitHub issue is opened', 'github/triggers/new_star'), actions: [SLACK] },
    null,
  ],
  ['all of it', { ...AGREED, actions: [SLACK, ...AGREED.actions] }, [MAIL.id, SLACK.step]],
])('of a suggestion with %s the planner judges', (_, suggestion, actions) => {
  expect(checked(BOTH, ['post it to Slack'], suggestion)?.actions.map(({ id }) => id) ?? null).toEqual(actions)
})

test('the model corrects a step where it leaves no more', () => {
  const own = { trigger: { id: 'github/triggers/new_star', fields: {} } }
  const result = checked(
    'When a GitHub issue is opened, email me',
    [],
    {
      trigger: step('When a GitHub issue is opened', ISSUE.id),
      actions: [step('email me', MAIL.id)],
    },
    own,
  )
  expect([result?.trigger?.id, result?.unmet]).toEqual([ISSUE.id, []])
})

const RHYTHM = { language: 'German', trigger: null, actions: [], unmet: [] }
const DAILY = step('Täglich um 19:30 Uhr', 'schedule/triggers/every_day', { time: '19:30' })
const SENT = step('schick mir eine Nachricht', 'notifications/actions/send')

test.each<[string, string, Partial<Suggestion>, Record<string, string> | null]>([
  [
    'all of it',
    'Täglich um 19:30 Uhr schick mir eine Nachricht',
    { trigger: DAILY, actions: [SENT] },
    { time: '19:30' },
  ],
  ['half of it', 'Täglich um 19:30 Uhr schick mir eine Nachricht', { trigger: DAILY }, null],
  ['another time', 'Täglich um 7:30 Uhr schick mir eine Nachricht', { trigger: DAILY, actions: [SENT] }, null],
  [
    'a day that nobody can check',
    'Freitags um 19:30 Uhr schick mir eine Nachricht',
    {
      trigger: step('Freitags um 19:30 Uhr', 'schedule/triggers/every_week', { weekday: '5', time: '19:30' }),
      actions: [SENT],
    },
    null,
  ],
  [
    'the same words twice',
    'Täglich um 19:30 Uhr schick mir eine Nachricht',
    { trigger: DAILY, actions: [step('Täglich um 19:30 Uhr', SENT.step)] },
    null,
  ],
])('of another language, with %s', (_, sentence, suggestion, fields) => {
  const result = checked(sentence, [], suggestion, RHYTHM)
  expect(result?.trigger?.fields ?? null).toEqual(fields)
  expect(result?.language ?? null).toBeNull()
})
