import { expect, test } from 'vitest'
import { planAlone } from './score/plan-alone.ts'

/** What the steps have of the sentence, and what was left of it. */
function keptOf(sentence: string) {
  const { trigger, conditions, actions, unmet } = planAlone(sentence)
  const values = [...(trigger ? [trigger] : []), ...actions].flatMap(({ fields, said }) =>
    Object.values({ ...said, ...fields }),
  )
  return { values: [...values, ...(conditions?.conditions.map(({ value }) => value) ?? [])], unmet }
}

test.each([
  [
    'when I press the button post "Read https://club.example/rules first" to slack',
    'Read https://club.example/rules first',
  ],
  [
    'POST to https://a.example/in with the body {"text":"release {{TagName}}"} on every release of acme/core',
    '{"text":"release {{TagName}}"}',
  ],
  ['when the counter failed_builds reaches 5 notify me', 'failed_builds'],
  ['when a github notification comes whose reason is review_requested email me', 'review_requested'],
  ['when sensor.rack_temp goes above 35 notify me', 'sensor.rack_temp'],
  ['when I press the button turn off switch.rack_fan', 'switch.rack_fan'],
  ['*/5 9-17 * * 1-5 -> GET https://worker.example/poll', '*/5 9-17 * * 1-5'],
  ['every day at 9 post to telegram saying ask @daily_ann about acme/daily', 'ask @daily_ann about acme/daily'],
])('%s: the token is kept as it was typed', (sentence, value) => {
  const { values, unmet } = keptOf(sentence)
  expect([values.includes(value), unmet]).toEqual([true, []])
})

test.each([
  [
    'when a pull request in acme/web is opened by anyone except dependabot[bot], notify me',
    'anyone except dependabot[bot]',
  ],
  ['every day at 9 email me and restart pod_7.daily', 'restart pod_7.daily'],
])('%s: a token without a place is named whole', (sentence, part) => {
  expect(keptOf(sentence).unmet).toEqual([part])
})
