import { expect, test } from 'vitest'
import type { AppletDraft } from '../../../../worker/contract/drafts/draft.ts'
import { NO_PROPOSAL, type Proposal } from '../../../../worker/ai/steps/proposal.ts'
import { clockOfTrigger } from './clock-of-trigger.ts'
import { catalogById } from './plan-alone.ts'
import type { Sentence } from '../sentences/sentence.ts'
import { answerOf, type Answer } from './answer.ts'
import { scoreSentence } from './score-sentence.ts'

const BEER: Sentence = {
  say: 'every friday at 5pm post "who wants a beer?" to Slack',
  trigger: 'weekly',
  at: '0 17 * * 5',
  actions: ['slack/post_message'],
  values: { 'slack/post_message': { text: 'who wants a beer?' } },
}
const FRIDAY = { id: 'schedule/triggers/every_week', fields: { weekday: '5', time: '17:00' } }
const SLACK = { id: 'slack/actions/post_message', fields: { message: 'Who wants a beer?' } }
const NOTIFY = { id: 'notifications/actions/send', fields: {} }
const MAIL = { id: 'email/triggers/mail_received', fields: {} }
const whole: Proposal = { ...NO_PROPOSAL, trigger: FRIDAY, actions: [SLACK] }

const answerWith = (given: Partial<Proposal>): Answer => answerOf({ ...whole, ...given }, null)
const verdictOf = (sentence: Sentence, given: Partial<Proposal>) =>
  scoreSentence(sentence, answerWith(given), catalogById).verdict

test.each<[string, Partial<Proposal>, string]>([
  ['all of it', {}, 'right'],
  ['the same times as cron', { trigger: { id: 'schedule/triggers/cron', fields: { cron: '0 17 * * fri' } } }, 'right'],
  ['all, and a used part as unused', { unmet: ['at 5pm'] }, 'named'],
  ['no text, which is named', { actions: [{ ...SLACK, fields: {} }], unmet: ['"who wants a beer?"'] }, 'named'],
  ['no text', { actions: [{ ...SLACK, fields: {} }] }, 'wrong'],
  ['half of the text', { actions: [{ ...SLACK, fields: { message: 'a beer?' } }] }, 'wrong'],
  ['the date for the text', { actions: [{ ...SLACK, fields: { message: '{{Date}}' } }], unmet: [BEER.say] }, 'wrong'],
  ['another day', { trigger: { ...FRIDAY, fields: { weekday: '6', time: '17:00' } } }, 'wrong'],
  ['another time', { trigger: { ...FRIDAY, fields: { weekday: '5', time: '05:00' } } }, 'wrong'],
  ['the time of the form', { trigger: { ...FRIDAY, fields: { weekday: '5' } } }, 'wrong'],
  ['that, and the time named', { trigger: { ...FRIDAY, fields: { weekday: '5' } }, unmet: ['at 5pm'] }, 'named'],
  ['an action more', { actions: [SLACK, NOTIFY] }, 'wrong'],
  ['another action', { actions: [NOTIFY], unmet: ['post "who wants a beer?" to Slack'] }, 'wrong'],
  ['no trigger', { trigger: null }, 'wrong'],
  ['no step, and all named', { trigger: null, actions: [], unmet: [BEER.say] }, 'named'],
  ['a field that was not said', { actions: [{ ...SLACK, fields: { ...SLACK.fields, link: 'https://a.b' } }] }, 'wrong'],
  [
    'a condition that was not said',
    {
      conditions: { match: 'all', conditions: [{ ingredient: 'Schedule.everyWeek.Date', operator: 'is', value: '1' }] },
    },
    'wrong',
  ],
  ['a query that nothing uses', { queries: [{ id: 'weather/queries/current_weather', fields: {} }] }, 'wrong'],
])('with %s it is judged', (_, given, verdict) => {
  expect(verdictOf(BEER, given)).toBe(verdict)
})

const QUIET: Sentence = {
  say: 'mail arrives: notify me, only on weekdays between 9 and 17, at most once an hour, after 5 minutes',
  trigger: 'email/mail_received',
  actions: ['notify'],
  when: [
    { said: 'weekdays', any: ['days 12345'] },
    { said: '9 17', any: ['hours 09:00-17:00'] },
    { said: 'once hour', any: ['gap 3600'] },
  ],
  wait: 300,
}

test('conditions, quiet hours, the pace and the wait are all asked for', () => {
  const { draft } = answerWith({ trigger: MAIL, actions: [NOTIFY] })
  const weekend = ['Saturday', 'Sunday'].map((value) => ({
    ingredient: 'Schedule.now.Weekday',
    operator: 'is_not' as const,
    value,
  }))
  const when = { kind: 'form' as const, match: 'all' as const, conditions: weekend }
  const steps = [
    ...draft.steps,
    { kind: 'filter' as const, key: 'when' as const, when },
    { kind: 'wait' as const, key: 'wait' as const, seconds: 300 },
  ]
  const full = { ...draft, steps, min_gap: 3600, quiet: { from: 17 * 60, to: 9 * 60 } }
  const verdict = (given: Partial<AppletDraft>) =>
    scoreSentence(
      QUIET,
      { draft: { ...full, ...given }, unmet: [], assumed: [], language: null, offered: [] },
      catalogById,
    ).verdict
  expect(verdict({})).toBe('right')
  for (const less of [{ steps: steps.slice(0, -1) }, { steps: draft.steps }, { min_gap: 60 }, { quiet: null }])
    expect(verdict(less), JSON.stringify(less)).toBe('wrong')
})

test('what a whole thing mentions is looked for in all its texts', () => {
  const ways = ['Subject|BodyPlain contains rust']
  const when = [{ said: 'rust', any: ways }]
  const rust: Sentence = { say: 'mail mentions rust: notify me', trigger: QUIET.trigger, actions: QUIET.actions, when }
  const one = (slug: string) => ({
    ingredient: `Email.mailReceived.${slug}`,
    operator: 'contains' as const,
    value: 'rust',
  })
  const verdict = (match: 'all' | 'any', ...slugs: string[]) =>
    verdictOf(rust, { trigger: MAIL, actions: [NOTIFY], conditions: { match, conditions: slugs.map(one) } })
  expect(verdict('any', 'BodyPlain', 'Subject')).toBe('right')
  expect([
    verdict('all', 'Subject'),
    verdict('all', 'Subject', 'BodyPlain'),
    verdict('any', 'Subject', 'From'),
  ]).toEqual(['wrong', 'wrong', 'wrong'])
})

test('a time for a part of the day has to be told', () => {
  const evening: Sentence = {
    say: 'every evening notify me',
    trigger: 'daily',
    at: 'evening * * *',
    actions: ['notify'],
  }
  const given = { trigger: { id: 'schedule/triggers/every_day', fields: { time: '19:00' } }, actions: [NOTIFY] }
  expect([verdictOf(evening, given), verdictOf(evening, { ...given, assumed: ['“evening” as 7:00 PM'] })]).toEqual([
    'wrong',
    'right',
  ])
})

test('what nobody can do is asked for in its own words', () => {
  const cat: Sentence = { say: 'when mail comes feed the cat', trigger: MAIL.id, actions: [], nobody: ['feed the cat'] }
  const sentence = { ...cat, trigger: 'email/mail_received' }
  expect(verdictOf(sentence, { trigger: MAIL, actions: [], unmet: ['feed the cat'] })).toBe('named')
  expect(verdictOf(sentence, { trigger: MAIL, actions: [], unmet: ['the cat'] })).toBe('wrong')
})

test('a language is named, and the right one', () => {
  const german: Sentence = { say: 'wenn Post kommt, sag es mir', language: 'de', trigger: 'mail', actions: ['notify'] }
  const verdict = (language: string | null, sentence = german) =>
    scoreSentence(sentence, { ...answerWith({ trigger: null, actions: [] }), language }, catalogById).verdict
  expect([verdict('German'), verdict('de'), verdict('Dutch'), verdict(null)]).toEqual([
    'named',
    'named',
    'wrong',
    'wrong',
  ])
  expect(verdict('German', BEER)).toBe('wrong')
})

test('a missing step is named by choices that have it', () => {
  const none = answerWith({ trigger: null, unmet: [] })
  const verdict = (offered: string[]) => scoreSentence(BEER, { ...none, offered }, catalogById).verdict
  expect(verdict([FRIDAY.id])).toBe('named')
  expect(verdict([MAIL.id])).toBe('wrong')
})

test('a trigger of another service has no times', () => {
  expect(
    clockOfTrigger({
      kind: 'trigger',
      key: 'trigger1',
      module_name: 'email',
      slug: 'mail_received',
      account_slot: 0,
      fields: {},
      asked: [],
      guessed: true,
    }),
  ).toBeNull()
})
