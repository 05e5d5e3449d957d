import { expect, test } from 'vitest'
import { draftOfProposal } from '../../../worker/ai/steps/draft-of-proposal.ts'
import { planSentence } from '../../../worker/ai/planner/plan-sentence.ts'
import { knownSteps } from '../../../worker/services/catalog/steps/known-step.ts'
import { chooseSlice } from '../../../worker/ai/steps/slice.ts'
import { indexSteps } from '../../../worker/services/catalog/steps/step-index.ts'
import { serviceDefinitions } from '../../../worker/services/service-registry.ts'
import { stepsOfDraft } from '../../../worker/contract/drafts/change-draft.ts'
import { startCpuClock } from '../../../worker/testing/cpu-clock.ts'
import { catalogById, catalogSteps, planAlone, sliceFor } from './score/plan-alone.ts'
import { answerOf } from './score/answer.ts'
import { scoreSentence, type Score } from './score/score-sentence.ts'
import { ALIKE } from './sentences/alike-steps.ts'
import { HELD_OUT_SENTENCES } from './sentences/held-out-sentences.ts'
import { KNOWN_SENTENCES } from './sentences/known-sentences.ts'
import { NEW_SENTENCES } from './sentences/new-sentences.ts'
import type { Sentence } from './sentences/sentence.ts'

const NEW = Object.values(NEW_SENTENCES).flat()
const SENTENCES: readonly Sentence[] = [...KNOWN_SENTENCES, ...HELD_OUT_SENTENCES, ...NEW]
const answers = SENTENCES.map((sentence) => ({ sentence, proposal: planAlone(sentence.say) }))

/** What is reached: it only ever gets stricter. */
const REACHED = { right: 206, wrong: 0 }

test('there are 300 sentences, 50 of them kept out, none twice', () => {
  expect([KNOWN_SENTENCES.length, HELD_OUT_SENTENCES.length, NEW.length]).toEqual([150, 50, 100])
  expect(new Set(SENTENCES.map(({ say }) => say.toLowerCase())).size).toBe(300)
})

test('as many sentences are right as were, and no more wrong', () => {
  const scores = answers.map(({ sentence, proposal }) =>
    scoreSentence(sentence, answerOf(proposal, sliceFor(sentence.say)), catalogById),
  )
  const of = (verdict: Score['verdict']) => scores.filter((each) => each.verdict === verdict)
  // Of the others, who changes the planner sees how many alone.
  const seen = of('wrong').filter(({ sentence }) => KNOWN_SENTENCES.includes(sentence))
  const wrong = seen.map(({ sentence, why }) => `${sentence.say}: ${why.join('; ')}`)
  expect(of('wrong').length, wrong.join('\n')).toBeLessThanOrEqual(REACHED.wrong)
  expect(of('right').length).toBeGreaterThanOrEqual(REACHED.right)
})

test('no step is invented, and no field of one', () => {
  const known = new Map(catalogSteps.map((step) => [step.id, new Set(step.fields.map(({ slug }) => slug))]))
  for (const { proposal } of answers) {
    for (const { id, fields } of [proposal.trigger, ...proposal.queries, ...proposal.actions].filter(
      (each) => each !== null,
    )) {
      expect(known.has(id), id).toBe(true)
      expect(
        Object.keys(fields).filter((slug) => !known.get(id)?.has(slug)),
        id,
      ).toEqual([])
    }
    expect(stepsOfDraft(draftOfProposal(proposal)).every(({ guessed }) => guessed)).toBe(true)
  }
})

test.each([
  ['Tell me when I star a repository, if it rains', 'github/triggers/new_starred_repository', '…Rain more_than 0', ''],
  ['When I star a repository, if it rains, tell me', 'github/triggers/new_starred_repository', '…Rain more_than 0', ''],
  [
    'When I star a repository tell me, if the moon is full',
    'github/triggers/new_starred_repository',
    '',
    'if the moon is full',
  ],
  ['let me know if it rains when I press the button', 'button/triggers/pressed', '…Rain more_than 0', ''],
])('%s: one event, and the rest is said', (sentence, trigger, condition, unmet) => {
  const proposal = planAlone(sentence)
  const [first] = proposal.conditions?.conditions ?? []
  const said = first ? `…${first.ingredient.split('.').at(-1)} ${first.operator} ${first.value}` : ''
  expect([proposal.trigger?.id, said, proposal.unmet.join()]).toEqual([trigger, condition, unmet])
})

test.each([
  ['When a file is added to Dropbox, post it to Discord', '', 'discord', 'When a file is added to Dropbox'],
  ['When I receive a WhatsApp message, send it to Telegram', '', 'telegram', 'When I receive a WhatsApp message'],
  ['when someone comments on my instagram photo, text me', '', 'notifications', 'comments on my instagram photo'],
  ['if a product sells out on Shopify email me', '', '', 'if a product sells out on Shopify email me'],
  ['If I get a new follower on Instagram, email me', '', 'email', 'a new follower on Instagram'],
  ['when I post on bluesky share it on instagram', 'bluesky', '', 'share it on instagram'],
  ['When I add a row to my Google Sheet, create an Asana section', 'google_sheets', '', 'create an Asana section'],
  ['When I add a row to my Google Sheet, create a Trello card', 'google_sheets', 'trello', ''],
  ['When I star a repository, post it to facebook and Discord', 'github', 'discord', 'post it to facebook'],
  ['Save my liked Reddit posts to Notion', '', '', 'Save my liked Reddit posts to Notion'],
  ['when something sells on my ebay shop, message me on slack', '', 'slack', 'when something sells on my ebay shop'],
  ['When I star a repository, post it on substack and to Discord', 'github', 'discord', 'post it on substack'],
  ['When I get an email from PayPal, tell me', 'email', 'notifications', ''],
  ['When there is a new item in the YouTube feed, tell me', '', 'notifications', 'a new item in the YouTube feed'],
  ['When our WordPress site is down, email me', '', 'email', 'our WordPress site is down'],
])('%s: no service takes the place of a missing one', (sentence, trigger, action, unmet) => {
  const proposal = planAlone(sentence)
  const moduleOf = (step: { id: string } | null | undefined) => step?.id.split('/')[0] ?? ''
  expect([moduleOf(proposal.trigger), moduleOf(proposal.actions[0])]).toEqual([trigger, action])
  expect(proposal.unmet.join('; ')).toContain(unmet)
  expect(proposal.unmet.length).toBe(unmet === '' ? 0 : 1)
})

test('a service that the catalog has is not missing', () => {
  const services = serviceDefinitions().map((service) =>
    service.id === 'mastodon' ? { ...service, name: 'Twitter' } : service,
  )
  const other = indexSteps(knownSteps(services))
  const sentence = 'When I star a repository, post it on Twitter'
  const { actions, unmet } = planSentence(sentence, chooseSlice(other, sentence, { connected: new Set(), zone: 'UTC' }))
  expect([actions[0]?.id, unmet]).toEqual(['mastodon/actions/post', []])
})

test('"a Google Sheet" is Google Sheets', () => {
  const { actions } = planAlone('When I press the button, add a row to a Google Sheet')
  expect(actions.map(({ id }) => id)).toEqual(['google_sheets/actions/add_row'])
})

test('every step that the sentences mean is in the catalog', () => {
  const ids = new Set(catalogSteps.map(({ id }) => id))
  for (const kind of ['triggers', 'queries', 'actions'] as const) {
    const alike: Record<string, readonly string[]> = ALIKE[kind]
    const named = SENTENCES.flatMap(({ trigger, queries = [], actions }) =>
      kind === 'triggers' ? (trigger === null ? [] : [trigger]) : kind === 'queries' ? queries : actions,
    )
    const meant = named.flatMap((name) => alike[name] ?? [name]).map((name) => name.replace('/', `/${kind}/`))
    expect(meant.filter((id) => !ids.has(id))).toEqual([])
  }
})

test('any text of 500 characters is planned within two seconds', () => {
  const parts = [
    'when a new issue, add a row and post it ',
    'to add ',
    'only if ',
    '9:',
    '"',
    'every ',
    'a-a.',
    '-> ',
    'ünï ',
  ]
  for (const part of parts) {
    const worked = startCpuClock()
    planAlone(part.repeat(500).slice(0, 500))
    expect(worked(), part).toBeLessThan(2000)
  }
})
