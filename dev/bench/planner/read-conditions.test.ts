import { expect, test } from 'vitest'
import { planAlone } from './score/plan-alone.ts'

/** The form of a proposal's conditions, one a line, and what it did not use. */
function conditionsOf(sentence: string) {
  const { conditions, unmet } = planAlone(sentence)
  const said = (conditions?.conditions ?? []).map(({ ingredient, operator, value }) =>
    `${ingredient.split('.').at(-1)} ${operator} ${value}`.trim(),
  )
  return { match: conditions?.match, said, unmet }
}

test.each([
  ['email me new github issues but only if the title has the word bug in it', ['IssueTitle contains bug']],
  ['when a telegram message from Tom arrives post to slack', ['From contains Tom']],
  ['when a telegram message comes and the message contains leak, post it to slack', ['Text contains leak']],
  ['email me mails whose subject has invoice in it', ['Subject contains invoice']],
  ['every day at 7 notify me if it is below zero outside', ['Temperature less_than 0']],
  ['when a telegram message comes that ends with a question mark, post it to slack', ['Text ends_with ?']],
  ['when a github issue whose title has bug appears, post it in discord', ['IssueTitle contains bug']],
  ['when a mail comes in whose subject says invoice, create a trello card', ['Subject contains invoice']],
  [
    'When a Matrix message has the word lunch and was sent by Eve, send me a notification',
    ['Sender contains Eve', 'Message contains lunch'],
  ],
  ['tell slack about new issues on github except those by octocat', ['OpenedBy contains_not octocat']],
  ['when a trello card whose name starts with URGENT is added, ping me', ['CardName begins_with URGENT']],
  ["when a feed item's title does not contain sponsored, post it to bluesky", ['EntryTitle contains_not sponsored']],
  ['email me new calendar events that have a location', ['Location is_not_empty']],
  ['notify me when a github issue without a description is opened', ['IssueBody is_empty']],
  ['when an issue with no assignee is created in linear, post it in slack', ['Assignee is_empty']],
  ['notify me about new linear issues with high priority', ['Priority contains high']],
  ['when a linear issue with priority high is created post to teams', ['Priority contains high']],
  ['when a new gitlab issue tagged security appears notify us on teams', ['Labels contains security']],
  ['when a new email arrives and the body mentions refund, add a card in trello', ['BodyPlain contains refund']],
  ['when a row where column B is not empty is added, email me', ['ColumnB is_not_empty']],
  ['notify me if the subject of an email contains invoice', ['Subject contains invoice']],
  ['when a new wordpress comment mentions casino email me', ['Comment contains casino']],
  ['if I get a mail with invoice in the subject, send it to telegram', ['Subject contains invoice']],
  [
    'when a mail arrives with subject Build failed and from ci@corp.com, notify me',
    ['From contains ci@corp.com', 'Subject contains Build failed'],
  ],
  ['when an issue is opened in octo/site by someone called bob notify me', ['OpenedBy contains bob']],
  [
    'tell me on telegram about pull requests in acme/app that are not by dependabot',
    ['OpenedBy contains_not dependabot'],
  ],
  ['when a calendar event whose title contains 1:1 starts soon, notify me', ['Title contains 1:1']],
  ['email me if a new rss item title contains [urgent]', ['EntryTitle contains [urgent]']],
  ['notify me when a telegram message contains C++', ['Text contains C++']],
  ['when the subject of a mail is [urgent] notify me', ['Subject is [urgent]']],
  [
    'new bluesky mentions from somebody called @mia.example.com, push them to ntfy',
    ['AuthorHandle contains mia.example.com'],
  ],
  ['when a github issue is opened by @octocat notify me', ['OpenedBy contains octocat']],
  ['notify me about new github issues that are not by @dependabot', ['OpenedBy contains_not dependabot']],
  [
    'send new bluesky mentions to slack unless they are from @a.example.com',
    ['AuthorHandle contains_not a.example.com'],
  ],
  ['when it says "urgent" in the subject of an email, ping me', ['Subject contains urgent']],
  ['whenever an email titled Backup failed comes, notify me', ['Subject is Backup failed']],
])('%s: the form has it', (sentence, said) => {
  expect(conditionsOf(sentence)).toEqual({ match: 'all', said, unmet: [] })
})

test('any of two authors will do', () => {
  const said = ['From contains Anna', 'From contains Ben']
  expect(conditionsOf('when an email from Anna or Ben arrives, notify me')).toEqual({ match: 'any', said, unmet: [] })
})

test('any of two beside another condition is named', () => {
  const { said, unmet } = conditionsOf('when an email from Anna or Ben has urgent in the subject, notify me')
  expect([said, unmet]).toEqual([['Subject contains urgent'], ['Anna or Ben']])
})

test.each([
  [
    'when a github issue mentions crash, add a card to trello',
    ['IssueTitle contains crash', 'IssueBody contains crash'],
  ],
  ['tell me when an email has the word refund in it', ['Subject contains refund', 'BodyPlain contains refund']],
  [
    'when an email with "boarding pass" arrives, text me',
    ['Subject contains boarding pass', 'BodyPlain contains boarding pass'],
  ],
  [
    'post new merge requests that mention auth or login to slack',
    ['Title contains auth', 'Description contains auth', 'Title contains login', 'Description contains login'],
  ],
])('%s: any of its texts has it', (sentence, said) => {
  expect(conditionsOf(sentence)).toEqual({ match: 'any', said, unmet: [] })
})

test.each([
  [
    'new feed items to discord unless they mention ads',
    ['EntryTitle contains_not ads', 'EntryContent contains_not ads'],
  ],
  ['when a row mentions refund email me', ['Row contains refund']],
])('%s: all conditions hold', (sentence, said) => {
  expect(conditionsOf(sentence)).toEqual({ match: 'all', said, unmet: [] })
})

test.each([
  ['when an email mentions rust and wasm, text me', [], ['mentions rust and wasm']],
  [
    'when a feed item mentions fjord, notify me, but only if it also mentions ferry',
    ['EntryTitle contains fjord', 'EntryContent contains fjord'],
    ['only if it also mentions ferry'],
  ],
  ['when an email mentions fjord and is from Anna, text me', ['From contains Anna'], ['mentions fjord']],
])('%s: what one form cannot say beside is named', (sentence, said, unmet) => {
  const { match: _, ...parts } = conditionsOf(sentence)
  expect(parts).toEqual({ said, unmet })
})

test.each([
  ['send a notification for new emails unless they are from me', 'unless they are from me'],
  ['if an email from me arrives notify me', 'from me'],
])('%s: nobody is called "me"', (sentence, unmet) => {
  expect(conditionsOf(sentence)).toEqual({ match: undefined, said: [], unmet: [unmet] })
})

test('the name of a tag is not a tag called "name"', () => {
  const { said, unmet } = conditionsOf('post releases to discord if the tag name contains rc')
  expect([said, unmet]).toEqual([[], ['post releases to discord if the tag name contains rc']])
})

test('what follows a text in quotes is not dropped', () => {
  const { said, unmet } = conditionsOf('tell me when a mail contains "sale" ignore it')
  expect([said, unmet]).toEqual([[], ['contains "sale" ignore it']])
})

test('a condition ends before another one that no form has', () => {
  const { said, unmet } = conditionsOf('if the email subject contains invoice and it comes before noon, post in slack')
  expect([said, unmet]).toEqual([['Subject contains invoice'], ['noon']])
})

test('a condition that is joined to another one ends its value', () => {
  const { conditions, unmet } = planAlone(
    "when a mail comes in whose subject says invoice and that isn't from paypal, create a trello card",
  )
  expect(conditions?.conditions).toMatchObject([{ operator: 'contains', value: 'invoice' }])
  expect(unmet).toEqual(["that isn't from paypal"])
})

test('a field with a name is not the first one', () => {
  const said = 'when a new Airtable record comes and the field Country is DE, notify me'
  expect(planAlone(said)).toMatchObject({ conditions: null, unmet: ['the field Country is DE'] })
})
