import { createHmac } from 'node:crypto'
import { Octokit } from '@octokit/rest'
import { describe, expect, onTestFinished, test } from 'vitest'
import { listen } from '../../stand-in/listen.ts'
import { doubleSteps } from '../testing/double-steps.fixture.ts'

const WHERE = { owner: 'octocat', repo: 'hello-world' }
const REPOSITORY = { repository: 'octocat/hello-world' }
const SECRET = 'kept between two'

type Delivery = { headers: Headers; body: string }

/** The double, a client of GitHub's own, and an address that keeps what it is told. */
async function hookScene(token = 'github_pat_hooks_demo') {
  const { address, press, clock } = await doubleSteps('github', { token })
  const delivered: Delivery[] = []
  const { origin, close } = await listen(0, () => async (request) => {
    delivered.push({ headers: request.headers, body: await request.text() })
    return new Response(null, { status: 202 })
  })
  onTestFinished(close)
  const log = { debug() {}, info() {}, warn() {}, error() {} }
  const { repos, issues } = new Octokit({ auth: token, baseUrl: address, log }).rest
  const config = { url: `${origin}/h/1`, content_type: 'json', secret: SECRET, insecure_ssl: '0' }
  const create = async (...events: string[]) => {
    clock.now += 1000
    return repos.createWebhook({ ...WHERE, name: 'web', active: true, events, config })
  }
  const list = async () => (await repos.listWebhooks({ ...WHERE, per_page: 100 })).data
  const remove = (hook_id: number) => {
    clock.now += 1000
    return repos.deleteWebhook({ ...WHERE, hook_id })
  }
  const told = () => delivered.map(({ headers }) => headers.get('x-github-event'))
  return { repos, issues, create, list, remove, press, delivered, told, url: config.url, clock }
}

test("GitHub's own client creates, lists and deletes a webhook", async () => {
  const { create, list, remove, url } = await hookScene()
  const { data: made } = await create('star')
  expect(made).toMatchObject({ active: true, events: ['star'], config: { url, secret: '********' } })
  expect(await list()).toEqual([made])
  expect((await remove(made.id)).status).toBe(204)
  expect(await list()).toEqual([])
})

test('the same webhook twice is refused, another event is not', async () => {
  const { create, list } = await hookScene()
  await create('star')
  const problem = { resource: 'Hook', code: 'custom', message: 'Hook already exists on this repository' }
  await expect(create('star')).rejects.toMatchObject({
    status: 422,
    response: { data: { message: 'Validation Failed', errors: [problem] } },
  })
  await create('issues')
  expect(await list()).toHaveLength(2)
})

test('unknown webhooks and repositories are not found', async () => {
  const { remove, repos } = await hookScene()
  await expect(remove(4711)).rejects.toMatchObject({ status: 404 })
  await expect(repos.listWebhooks({ ...WHERE, repo: 'secret' })).rejects.toMatchObject({ status: 404 })
})

describe('who may have webhooks', () => {
  test.each(['github_pat_demo', 'github_pat_read_only'])('the token %s may not', async (token) => {
    const { create, list, remove } = await hookScene(token)
    const refusal = (right: string) => ({
      status: 403,
      response: {
        headers: { 'x-accepted-github-permissions': `repository_hooks=${right}` },
        data: { message: 'Resource not accessible by personal access token' },
      },
    })
    await expect(list()).rejects.toMatchObject(refusal('read'))
    await expect(create('star')).rejects.toMatchObject(refusal('write'))
    await expect(remove(1)).rejects.toMatchObject(refusal('write'))
  })

  test('a classic token may', async () => {
    const { create, list } = await hookScene('ghp_classic')
    await create('star')
    expect(await list()).toHaveLength(1)
  })
})

describe('a delivery', () => {
  test.each([
    ['star', 'star', { action: 'created', sender: { login: 'v1' } }],
    ['issue', 'issues', { action: 'opened', issue: { title: 'v1', number: 1 } }],
    ['pull_request', 'pull_request', { action: 'opened', number: 1, pull_request: { title: 'v1' } }],
    ['release', 'release', { action: 'published', release: { tag_name: 'v1', draft: false } }],
    ['commit', 'push', { ref: 'refs/heads/main', head_commit: { message: 'v1' } }],
  ])('of what happens (%s) is signed and tells %s', async (happening, event, about) => {
    const { create, press, delivered, told } = await hookScene()
    const { data: made } = await create(event)
    await press(happening, { ...REPOSITORY, text: 'v1' })
    expect(told()).toEqual(['ping', event])
    for (const { headers, body } of delivered) {
      const signature = createHmac('sha256', SECRET).update(body).digest('hex')
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-type': 'application/json',
        'user-agent': 'GitHub-Hookshot/044aadd',
        'x-github-delivery': expect.stringMatching(/^[\da-f-]{36}$/),
        'x-github-hook-id': String(made.id),
        'x-hub-signature-256': `sha256=${signature}`,
      })
    }
    const [ping, happened] = delivered.map(({ body }) => JSON.parse(body))
    expect(ping).toMatchObject({ hook_id: made.id, hook: { config: { secret: '********' } } })
    expect(happened).toMatchObject({ repository: { full_name: REPOSITORY.repository }, ...about })
  })

  test('tells of an issue that a client opens', async () => {
    const { create, issues, told, clock } = await hookScene()
    await create('issues')
    clock.now += 1000
    await issues.create({ ...WHERE, title: 'Squeaks' })
    expect(told()).toEqual(['ping', 'issues'])
  })

  test('tells nothing of drafts, other events and other repositories', async () => {
    const { create, press, told } = await hookScene()
    await create('release')
    await press('draft', { ...REPOSITORY, text: 'v2' })
    await press('star', { ...REPOSITORY, text: 'hubot' })
    await press('release', { repository: 'octocat/spoon-knife', text: 'v2' })
    expect(told()).toEqual(['ping'])
    await press('release', { ...REPOSITORY, text: 'v2' })
    expect(told()).toEqual(['ping', 'release'])
  })

  test('comes no more once the webhook is deleted', async () => {
    const { create, remove, press, told } = await hookScene()
    const { data: made } = await create('star')
    await remove(made.id)
    await press('star', { ...REPOSITORY, text: 'hubot' })
    expect(told()).toEqual(['ping'])
  })
})
