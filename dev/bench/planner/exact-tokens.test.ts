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
  [
    'each Sunday at 18:00 email me that says: Pack the bags, sign the homework and check the money',
    'Pack the bags, sign the homework and check the money',
  ],
  ['when I press the button send Discord saying We are live, come and join!', 'We are live, come and join!'],
  [
    'when someone follows me on Mastodon, toot: thanks, I post about owls and if you only like gulls sorry',
    'thanks, I post about owls and if you only like gulls sorry',
  ],
  ['when I press the button create an event in Google Calendar called "Do it today"', 'Do it today'],
  ['new GitLab issue: let Zulip channel dev know', 'dev'],
  ['every two hours send me a push to drink some water', 'drink some water'],
  ['when it drops below 2 degrees tell the Telegram group: Please cover the tomatoes', 'Please cover the tomatoes'],
  ['remind me every month on the 28th that Mrs. Keller pays in cash', 'Mrs. Keller pays in cash'],
  ['every day at 9 open an issue titled Rotate keys in acme/ops', 'Rotate keys'],
  ['every day at 9 add a task to Todoist called Plan the week, not the day', 'Plan the week, not the day'],
  ['when my site is down write to the team on Teams that the site is down', 'the site is down'],
  ['when my site is down say in the ops room on Matrix that someone should look', 'someone should look'],
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

test.each([
  ['when the sun goes down send a pushover titled Hens with the message Close the coop', ['Close the coop', 'Hens']],
  ['every sunday at 8pm post to bluesky saying that the new episode is out', ['the new episode is out']],
  ['tell the Matrix room "keys, water, shoes" every saturday at 7', ['keys, water, shoes']],
  ['send the Telegram chat "keys, water, shoes" every saturday at 7', ['keys, water, shoes']],
  ['every monday at 9 write into my Notion page "Journal" the words "New week"', ['Journal', 'New week']],
  ['when I press the button let us know in the family telegram chat', ['family']],
  ['would you mind turning on the hall lamp when the sun sets', ['hall lamp']],
  ['when the release name starts with v2 in acme/sdk, post "hi" to mastodon', ['acme/sdk', 'hi', 'v2']],
  ['on webhook named deploy wait 10 minutes, then GET https://a.example', ['deploy', 'https://a.example', 'GET']],
  ['when I press the button post to slack "hold your merges"', ['hold your merges']],
  ['when a todoist task is completed add a row with "done" and its link to sheets', ['done ||| {{TaskUrl}}']],
  ['turn on light.office at sunset', ['light.office']],
  [
    'whenever I star a repo save it as a page in my Notion database Reading List',
    ['Reading List', '{{RepositoryName}}'],
  ],
  ['at sunset create a Todoist task Send invoices in the project Finance', ['Finance', 'Send invoices']],
  ['when binary_sensor.front_door turns on notify me saying hi', ['binary_sensor.front_door', 'hi', 'on']],
  ['write "gym: 8am" into my sheet Diary 2026 every day', ['Diary 2026', 'gym: 8am']],
  ['when the sun sets turn on the hall lamp and tell me it is done', ['hall lamp', 'it is done']],
  ['post to teams saying the office closes at 4 when I press the button', ['the office closes at 4']],
  ['for each new wordpress post share the link on mastodon and on bluesky', ['{{PostUrl}}', '{{PostUrl}}']],
  ['post my new mastodon toots to bluesky', ['{{PostText}}\n{{PostUrl}}']],
  ['new PR in acme/web -> teams: "{title} by {author}"', ['acme/web', '{{PullRequestTitle}} by {{OpenedBy}}']],
])('%s: each text and place is its own', (sentence, values) => {
  const kept = keptOf(sentence)
  expect([kept.values.filter((value) => !/^\d/.test(value)).toSorted(), kept.unmet]).toEqual([values.toSorted(), []])
})

test.each([
  [
    'every weekday at 7 send me on telegram the weather in Malmö and my events',
    'send me on telegram the weather in Malmö and my events',
  ],
  ['at 9pm tell the family telegram Bedtime, phones away', 'tell the family telegram Bedtime phones away'],
  ['when a mastodon follower is new post in slack "Hi {{shoe size}}"', '{{shoe size}}'],
])('%s: what has no place is named', (sentence, part) => {
  expect(keptOf(sentence).unmet).toContain(part)
})
