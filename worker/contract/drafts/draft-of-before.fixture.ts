/** Taken from `drafts`, as it was stored before a draft's steps were one list. */
export const DRAFT_OF_BEFORE = {
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
    { key: 'q', module_name: 'github', slug: 'open_issues', account_slot: 0, fields: {}, asked: [], guessed: false },
  ],
  when: { kind: 'code', code: "if (GitHub.openIssues[0].IssueTitle == 'x') { Notifications.tell.skip('no') }" },
  wait: 600,
  actions: [
    { key: 'b', module_name: 'notifications', slug: 'tell', account_slot: 0, fields: {}, asked: [], guessed: false },
    {
      key: 'c',
      module_name: 'notifications',
      slug: 'tell',
      account_slot: 0,
      fields: { message: 'now {{GitHub.openIssues.IssueTitle}}' },
      asked: [],
      guessed: false,
    },
  ],
  min_gap: null,
  quiet: null,
} as const
