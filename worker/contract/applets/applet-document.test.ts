import { expect, test } from 'vitest'
import { upcastDocument } from './applet-document.ts'

/** Taken from `applet_versions`, as Create wrote it before an Applet's steps were one list. */
const STORED = {
  features: [],
  steps: [
    {
      position: 0,
      kind: 'trigger',
      module_name: 'webhooks',
      slug: 'web_request',
      needs_account: false,
      account_slot: 0,
      feature: null,
      fields: {},
      user_fields: {},
    },
    {
      position: 1,
      kind: 'query',
      module_name: 'github',
      slug: 'open_issues',
      needs_account: true,
      account_slot: 0,
      feature: null,
      fields: {},
      user_fields: {},
    },
    {
      position: 2,
      kind: 'action',
      module_name: 'notifications',
      slug: 'tell',
      needs_account: false,
      account_slot: 0,
      feature: null,
      fields: { message: '{{OccurredAt}}' },
      user_fields: {},
    },
    {
      position: 3,
      kind: 'action',
      module_name: 'notifications',
      slug: 'tell',
      needs_account: false,
      account_slot: 0,
      feature: null,
      fields: { message: 'now {{GitHub.openIssues.IssueTitle}}' },
      user_fields: {},
    },
  ],
  filter_code: "if (GitHub.openIssues[0].IssueTitle == 'x') { Notifications.tell.skip('no') }",
  filter: {
    version: 1,
    tree: [
      [],
      [],
      [
        [
          'if',
          1,
          [
            [
              [
                'binary',
                1,
                '==',
                [
                  'chain',
                  1,
                  ['name', 1, 'GitHub'],
                  [
                    ['.', 1, false, 'openIssues'],
                    ['[', 1, false, ['value', 1, 0]],
                    ['.', 1, false, 'IssueTitle'],
                  ],
                ],
                ['value', 1, 'x'],
              ],
              [
                'block',
                1,
                [],
                [
                  [
                    'do',
                    1,
                    [
                      'chain',
                      1,
                      ['name', 1, 'Notifications'],
                      [
                        ['.', 1, false, 'tell'],
                        ['.', 1, false, 'skip'],
                        ['(', 1, false, [[false, ['value', 1, 'no']]]],
                      ],
                    ],
                  ],
                ],
              ],
            ],
          ],
          null,
        ],
      ],
    ],
  },
  wait: 600,
  plan: null,
} as const

test('a stored version of before is read as one list', () => {
  const { plan, features, steps } = upcastDocument(structuredClone(STORED) as never)
  expect({ plan, features }).toEqual({ plan: null, features: [] })
  expect(steps.map(({ id, kind }) => [id, kind])).toEqual([
    [0, 'trigger'],
    [1, 'query'],
    [-1, 'filter'],
    [-2, 'wait'],
    [2, 'action'],
    [3, 'action'],
  ])
  expect(steps[2]).toEqual({ id: -1, kind: 'filter', code: STORED.filter_code, compiled: STORED.filter })
  expect(steps[3]).toEqual({ id: -2, kind: 'wait', seconds: 600 })
  const { position: _, ...action } = STORED.steps[3]
  expect(steps[5]).toEqual({ id: 3, ...action })
})

test('a version stored as one list is read as it is', () => {
  const document = upcastDocument(structuredClone(STORED) as never)
  expect(upcastDocument(document)).toBe(document)
})
