import { expect, test } from 'vitest'
import { partsOf } from './proposal-parts.fixture.ts'
import { planAlone } from './score/plan-alone.ts'

test.each([
  ['every friday at 17:00 discord: see you all on monday!', 'see you all on monday!'],
  ['every day at 8 zulip: stand up begins at 9, be there', 'stand up begins at 9, be there'],
  ['every monday at 9 slack: no meetings on thursday, please', 'no meetings on thursday, please'],
  ['every weekday at 9 tell slack: post your plan and email ann by friday', 'post your plan and email ann by friday'],
  ['when it rains tomorrow, telegram: take the bus on tuesday', 'take the bus on tuesday'],
])('%s: all after the colon is its text', (sentence, text) => {
  expect(partsOf(sentence)).toMatchObject({ trigger: expect.anything(), texts: [text], unmet: [] })
})

test.each([
  ['on the last friday of the month send an email with the open gitlab issues'],
  ['every other monday send a mail with the open github issues'],
  ['twice a month send me a mail with all new gitlab issues'],
  ['every second week send a note with my closed github issues'],
  ['every other day send an email with our open linear issues'],
])('%s: an adjective chooses no action', (sentence) => {
  expect(partsOf(sentence).actions.filter((id) => id.includes('create'))).toEqual([])
})

test.each([
  ['every day at 9 send an email to my accountant', 'send an email to my accountant'],
  ['every Friday at 5 send a mail to my boss', 'send a mail to my boss'],
  ['every 5 minutes send an email to every address in my contacts', 'send an email to every address in my contacts'],
  ['when the sun sets send an email to Ann', 'send an email to Ann'],
  ['when I press the button send an email to ann@acme.example', 'send an email to ann@acme.example'],
])('%s: somebody else is not oneself', (sentence, unmet) => {
  expect(partsOf(sentence)).toMatchObject({ trigger: expect.anything(), actions: [], unmet: [unmet] })
})

test.each([
  ['copy each new todoist task into my Google spreadsheet'],
  ['Log every email I get to a Google spreadsheet'],
  ['when I get an email add a row to the Google sheet'],
  ['when I press the button post "hi" in the Slack channel'],
  ['when I press the button add "milk" to my Todoist list'],
])('%s: a service names no place in it', (sentence) => {
  const { actions, unmet } = planAlone(sentence)
  expect([actions.map(({ said }) => said), unmet]).toEqual([[undefined], []])
})

test.each([
  ['毎朝8時に今日の予定をSlackに投稿して', 'Japanese'],
  ['毎日午前9時今日天気をメール送信', 'Japanese'],
  ['新着記事をTelegramに送信', 'Japanese'],
  ['每天早上8点给我发邮件', 'Chinese'],
  ['새 GitHub 이슈를 Google Sheets에 추가', 'Korean'],
  ['when an email contains 緊急 notify me', null],
])('%s: its language is told by its letters', (sentence, language) => {
  expect(planAlone(sentence).language).toBe(language)
})

test.each([
  ['every day at 8 email me my open todoist tasks', ['the first of “open todoist tasks”']],
  ['every monday at 9 send me the open linear issues on slack', ['the first of “open linear issues”']],
  ["every day at 7 email me today's events", ["the first of “today's events”"]],
  ['every evening send me the open github issues', ['“evening” as 7:00 PM', 'the first of “open github issues”']],
  ['every day at 7 email me the current weather', []],
])('%s: that a text shows the first alone is told', (sentence, assumed) => {
  expect(partsOf(sentence)).toMatchObject({ assumed, unmet: [] })
})
