import { expect, test } from 'vitest'
import { MINUTE } from '../../contract/shared/durations.ts'
import { runningApplet } from '../../../dev/stand-ins/doubles/testing/running-applet.fixture.ts'

const REPOSITORY = 'octocat/hello-world'

const thanking = () =>
  runningApplet({
    module_name: 'github',
    credentials: () => ({ token: 'github_pat_demo4711' }),
    trigger: { slug: 'new_issue', fields: { repository: REPOSITORY } },
    action: {
      slug: 'create_comment',
      fields: { repository: REPOSITORY, number: '{{IssueNumber}}', body: 'Thank you, {{OpenedBy}}.' },
    },
  })

function comments({ services }: Awaited<ReturnType<typeof thanking>>): string[] {
  const writes = services.control.asked('github').filter(({ method }) => method === 'POST')
  return writes.map(({ path, body }) => `${path} ${JSON.parse(body).body.split('\n')[0]}`)
}

test('a new issue at GitHub is commented on, once each', async () => {
  const applet = await thanking()
  await applet.press('issue', { repository: REPOSITORY, text: 'Was there before' })
  await applet.pass(2 * MINUTE)
  for (const text of ['Late', 'Squeaks', 'Leaks']) await applet.press('issue', { repository: REPOSITORY, text })
  await applet.pass(5 * MINUTE)
  expect(comments(applet)).toEqual([2, 3, 4].map((n) => `/repos/${REPOSITORY}/issues/${n}/comments Thank you, hubot.`))
  expect(applet.states()).toEqual(['done', 'done', 'done'])
  expect(applet.page(0)?.steps.at(-1)).toMatchObject({
    url: expect.stringMatching(/^https:\/\/github.com\/octocat\/hello-world\/issues\/2#issuecomment-/),
  })
})
