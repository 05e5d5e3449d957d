import { Octokit } from '@octokit/rest'
import { expect, test } from 'vitest'
import { doubleSteps, valueOf } from '../../../dev/stand-ins/doubles/testing/double-steps.fixture.ts'

const REPOSITORY = { repository: 'octocat/hello-world' }
const steps = (token = 'github_pat_demo') => doubleSteps('github', { token })

test.each([
  ['new_star', 'star', 'hubot', { StarredBy: 'hubot', ProfileUrl: 'https://github.com/hubot' }],
  ['new_starred_repository', 'own_star', 'looms/jacquard', { RepositoryName: 'looms/jacquard' }],
  ['new_issue', 'issue', 'Late', { IssueTitle: 'Late', IssueNumber: 1, OpenedBy: 'hubot' }],
  ['new_pull_request', 'pull_request', 'Mend', { PullRequestTitle: 'Mend', PullRequestNumber: 1 }],
  ['new_release', 'release', 'v1', { TagName: 'v1', ReleaseUrl: expect.stringContaining('/releases/tag/v1') }],
  ['new_commit', 'commit', 'Fix it', { CommitMessage: 'Fix it', AuthorName: 'Mona' }],
])('the trigger %s sees what happens at GitHub', async (slug, happening, text, ingredients) => {
  const { ask, press, clock } = await steps()
  expect(valueOf(await ask(slug, REPOSITORY)).items).toEqual([])
  await press(happening, { ...REPOSITORY, text })
  const [item] = valueOf(await ask(slug, REPOSITORY)).items
  expect(item).toMatchObject({ at: clock.now, ingredients })
  expect(Object.values(item?.ingredients ?? {})).not.toContain(null)
})

test('a notification is an event each time something happens in it', async () => {
  const { ask, press, clock } = await steps('ghp_classic')
  await press('notification', { ...REPOSITORY, text: 'Greetings' })
  const [first] = valueOf(await ask('new_notification')).items
  expect(first?.ingredients).toMatchObject({ SubjectUrl: 'https://github.com/octocat/hello-world/issues/1' })
  clock.now += 60_000
  await press('notification', { ...REPOSITORY, text: 'Greetings' })
  const again = valueOf(await ask('new_notification'))
  expect(again.items.map(({ id }) => id)).not.toContain(first?.id)
  expect(again.fresh_for).toBe(60_000)
})

test('pull requests and drafts start nothing as issues and releases', async () => {
  const { ask, press, look } = await steps()
  await press('pull_request', { ...REPOSITORY, text: 'Mend' })
  await press('draft', { ...REPOSITORY, text: 'v2' })
  expect(valueOf(await ask('new_issue', REPOSITORY)).items).toEqual([])
  expect(valueOf(await look('open_issues', REPOSITORY))).toEqual([])
  expect(valueOf(await ask('new_release', REPOSITORY)).items).toEqual([])
  await press('release', { ...REPOSITORY, text: 'v2' })
  expect(valueOf(await ask('new_release', REPOSITORY)).items).toHaveLength(1)
})

test('the newest of many stars are found on the last page', async () => {
  const { ask, press, services } = await steps()
  for (let n = 0; n < 203; n++) await press('star', { ...REPOSITORY, text: `fan-${n}` })
  const page = valueOf(await ask('new_star', REPOSITORY))
  expect(page.items.map(({ ingredients }) => ingredients['StarredBy'])).toEqual(['fan-202', 'fan-201', 'fan-200'])
  expect(page.next).toBe('2')
  const before = valueOf(await ask('new_star', REPOSITORY, { page: '2' }))
  expect([before.items.length, before.items[0]?.ingredients['StarredBy'], before.next]).toEqual([100, 'fan-199', '1'])
  const asked = () => services.control.asked('github').filter(({ path }) => path.endsWith('/stargazers')).length
  const first = asked()
  const same = valueOf(await ask('new_star', REPOSITORY, { etag: page.etag }))
  expect([same.unchanged, same.etag, asked() - first]).toEqual([true, page.etag, 1])
  await press('star', { ...REPOSITORY, text: 'late' })
  const changed = valueOf(await ask('new_star', REPOSITORY, { etag: page.etag }))
  expect(changed.items[0]?.ingredients['StarredBy']).toBe('late')
})

test('a list that has not changed is asked for with its ETag', async () => {
  const { ask, press } = await steps()
  await press('issue', { ...REPOSITORY, text: 'Late' })
  const { etag } = valueOf(await ask('new_issue', REPOSITORY))
  expect(etag).toMatch(/^W\//)
  expect(valueOf(await ask('new_issue', REPOSITORY, { etag }))).toMatchObject({ unchanged: true, items: [] })
})

test('an issue and a comment are found again by their own mark', async () => {
  const { act, find, look, clock } = await steps()
  const issue = { ...REPOSITORY, title: 'Squeaks', body: 'The wheels do.' }
  expect(await find('create_issue', issue)).toEqual({ ok: true, value: null })
  const made = valueOf(await act('create_issue', issue))
  expect(made).toMatchObject({ id: '1', url: 'https://github.com/octocat/hello-world/issues/1' })
  expect(valueOf(await find('create_issue', issue))).toMatchObject({ id: made.id, url: made.url })
  expect(valueOf(await look('open_issues', REPOSITORY))[0]?.['IssueBody']).toMatch(/^The wheels do\.\n\n<!-- .* -->$/)
  clock.now += 1000
  const comment = { ...REPOSITORY, number: '1', body: 'Oiled.' }
  const key = 'sy_01KKB8E7G00000000000000000_2_0'
  const said = valueOf(await act('create_comment', comment, key))
  expect(valueOf(await find('create_comment', comment, key))).toMatchObject({ id: said.id })
  expect(await find('create_comment', comment, 'sy_01KKB8E7G00000000000000000_3_0')).toEqual({ ok: true, value: null })
})

test('an issue without a text has its mark alone', async () => {
  const { act, look } = await steps()
  valueOf(await act('create_issue', { ...REPOSITORY, title: 'Squeaks', body: '' }))
  expect(valueOf(await look('open_issues', REPOSITORY))[0]?.['IssueBody']).toMatch(/^<!-- .* -->$/)
})

test('a label and a star are there once, however often', async () => {
  const { act, press, clock, services } = await steps()
  await press('issue', { ...REPOSITORY, text: 'Late' })
  for (const _ of [1, 2]) {
    valueOf(await act('add_label', { ...REPOSITORY, number: '1', label: 'bug' }))
    clock.now += 1000
    valueOf(await act('star_repository', REPOSITORY))
    clock.now += 1000
  }
  const writes = services.control.asked('github').filter(({ method }) => method !== 'GET')
  expect(writes.map(({ method }) => method)).toEqual(['POST', 'PUT', 'POST', 'PUT'])
})

test.each([
  ['github_pat_read_only', 'star_repository', 'At GitHub, give it the permission "Starring: write".'],
  ['github_pat_read_only', 'create_issue', 'give it the permission "Issues: write, or Pull requests: write".'],
])('a token with too few rights (%s, %s) is told which', async (token, slug, words) => {
  const { act } = await steps(token)
  const outcome = await act(slug, { ...REPOSITORY, title: 'A', body: '' })
  expect(outcome).toMatchObject({ problem: { failure: 'status', status: 403, sent: 'no' } })
  expect(outcome?.ok === false && outcome.problem.message).toContain(words)
})

test('a repository that a token may not see is named so', async () => {
  const { ask } = await steps()
  expect(await ask('new_issue', { repository: 'octocat/secret' })).toMatchObject({
    problem: {
      status: 404,
      message: 'GitHub shows this connection nothing there. Check the name, and give it the permission "Issues: read".',
    },
  })
  expect(await ask('new_issue', { repository: 'hello' })).toMatchObject({ problem: { failure: 'input' } })
})

test('notifications ask for a classic token', async () => {
  const { ask } = await steps()
  expect(await ask('new_notification')).toMatchObject({
    problem: { message: expect.stringContaining('GitHub shows notifications only to a sign-in or to a classic token') },
  })
})

test('two changes within a second are a limit, and nothing is broken', async () => {
  const { act, press } = await steps()
  await press('issue', { ...REPOSITORY, text: 'Late' })
  valueOf(await act('star_repository', REPOSITORY))
  expect(await act('star_repository', REPOSITORY)).toMatchObject({
    problem: { failure: 'rate_limited', sent: 'no', retry_after: 60_000 },
  })
})

test('the account is the one that the token opens', async () => {
  const { service, io } = await steps()
  expect(await service.checkAccount?.(io())).toMatchObject({ ok: true, value: { name: 'octocat' } })
})

test("GitHub's own client is understood by the double", async () => {
  const { address, press, clock } = await steps()
  const octokit = new Octokit({
    auth: 'github_pat_demo',
    baseUrl: address,
    log: { debug() {}, info() {}, warn() {}, error() {} },
  })
  const where = { owner: 'octocat', repo: 'hello-world' }
  const { data: made } = await octokit.rest.issues.create({ ...where, title: 'From a client' })
  clock.now += 1000
  await octokit.rest.issues.addLabels({ ...where, issue_number: made.number, labels: ['bug'] })
  clock.now += 1000
  await octokit.rest.issues.createComment({ ...where, issue_number: made.number, body: 'Hi' })
  const { data: issues } = await octokit.rest.issues.listForRepo(where)
  expect(issues.map(({ title, labels }) => [title, labels.length])).toEqual([['From a client', 1]])
  for (let n = 0; n < 31; n++) await press('star', { ...REPOSITORY, text: `fan-${n}` })
  const all = await octokit.paginate(octokit.rest.activity.listStargazersForRepo, where)
  expect(all).toHaveLength(31)
})

test('the double refuses what GitHub does not publish', async () => {
  const { address, clock } = await steps()
  const headers = { authorization: 'Bearer github_pat_demo' }
  const post = (body: object) =>
    fetch(`${address}/repos/octocat/hello-world/issues`, { method: 'POST', headers, body: JSON.stringify(body) })
  expect((await post({ title: 'A' })).status).toBe(201)
  clock.now += 1000
  const untitled = await post({ body: 'Without a title' })
  expect([untitled.status, await untitled.text()]).toEqual([501, expect.stringContaining("required property 'title'")])
  expect((await fetch(`${address}/user/repos?sorted=yes`, { headers })).status).toBe(501)
})
