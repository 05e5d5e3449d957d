import { expect, test } from 'vitest'
import { upcastDraft, waitOf, whenOf } from './draft-steps.ts'

/** Taken from `drafts`, as it was stored before a draft's steps were one list. */
const STORED = {
  name: null,
  trigger: {
    key: 'a',
    module_name: 'webhooks',
    slug: 'web_request',
    account_slot: 0,
    fields: {},
    asked: [],
    guessed: false,
  },
  queries: [
    { key: 'q', module_name: 'octoforge', slug: 'open_issues', account_slot: 0, fields: {}, asked: [], guessed: false },
  ],
  when: { kind: 'code', code: "if (Octoforge.openIssues[0].IssueTitle == 'x') { Notifications.tell.skip('no') }" },
  wait: 600,
  actions: [
    { key: 'b', module_name: 'notifications', slug: 'tell', account_slot: 0, fields: {}, asked: [], guessed: false },
    {
      key: 'c',
      module_name: 'notifications',
      slug: 'tell',
      account_slot: 0,
      fields: { message: 'now {{Octoforge.openIssues.IssueTitle}}' },
      asked: [],
      guessed: false,
    },
  ],
  min_gap: null,
  quiet: null,
} as const

test('a stored draft of before is read as one list', () => {
  const { steps, ...rest } = upcastDraft(structuredClone(STORED) as never)
  expect(rest).toEqual({ name: null, min_gap: null, quiet: null })
  expect(steps.map(({ kind, key }) => [kind, key])).toEqual([
    ['trigger', 'a'],
    ['query', 'q'],
    ['filter', 'when'],
    ['wait', 'wait'],
    ['action', 'b'],
    ['action', 'c'],
  ])
  expect([whenOf({ steps }), waitOf({ steps })]).toEqual([STORED.when, STORED.wait])
  expect(steps[5]).toEqual({ kind: 'action', ...STORED.actions[1] })
})
