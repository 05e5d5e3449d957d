import { expect, test } from 'vitest'
import { MINUTE } from '../../contract/shared/durations.ts'
import { PRO } from '../../engine/runner/testing/applet-makers.ts'
import { doubleScene, type DoubleScene } from '../../../dev/stand-ins/doubles/testing/double-scene.fixture.ts'

const REPOSITORY = 'octocat/hello-world'
const MAY_MAKE_HOOKS = 'github_pat_with_hooks_4711'
const SECOND = 1000

type Hook = { id: number; events: string[]; config: { url: string } }

/** An Applet that stars a repository for each new thing in another one; its poll has just been made. */
async function following(trigger: string, token = MAY_MAKE_HOOKS) {
  const scene = await doubleScene('github', { subscriptions: [...PRO] })
  scene.account.values = { token }
  turnOn(scene, trigger)
  await scene.pass(2 * MINUTE)
  await scene.passUntilAsked()
  return scene
}

function turnOn(scene: DoubleScene, trigger: string): void {
  const actions = [scene.step(1, 'star_repository', { repository: 'octocat/spoon-knife' })]
  scene.enable({ trigger, fields: { repository: REPOSITORY }, actions })
}

async function hooksOf({ address }: DoubleScene): Promise<Hook[]> {
  const headers = { authorization: `Bearer ${MAY_MAKE_HOOKS}`, 'user-agent': 'test' }
  const answer = await fetch(`${address}/repos/${REPOSITORY}/hooks`, { headers })
  return answer.json() as Promise<Hook[]>
}

const happen = (scene: DoubleScene, slug: string) => scene.press(slug, { repository: REPOSITORY, text: 'hubot' })
const made = ({ exchanges }: DoubleScene) =>
  exchanges.filter(({ method, address }) => method === 'POST' && address.endsWith('/hooks'))

test.each([
  ['new_star', 'star', 'star'],
  ['new_issue', 'issue', 'issues'],
  ['new_pull_request', 'pull_request', 'pull_request'],
  ['new_release', 'release', 'release'],
  ['new_commit', 'commit', 'push'],
])('%s starts its Applet within seconds', async (trigger, happening, event) => {
  const scene = await following(trigger)
  expect(await hooksOf(scene)).toMatchObject([{ events: [event] }])
  await happen(scene, happening)
  await scene.pass(10 * SECOND)
  expect(scene.states()).toEqual(['done'])
  await scene.pass(30 * MINUTE)
  expect(scene.states()).toEqual(['done'])
  expect(made(scene)).toHaveLength(1)
})

test('a token that may make no webhook is polled by its plan', async () => {
  const scene = await following('new_issue', 'github_pat_demo4711')
  expect(await hooksOf(scene)).toEqual([])
  await happen(scene, 'issue')
  await scene.pass(5 * MINUTE)
  expect(scene.states()).toEqual(['done'])
})

test('what a lost delivery tells is found by the next poll', async () => {
  const scene = await following('new_issue')
  const [hook] = await hooksOf(scene)
  const headers = { authorization: `Bearer ${MAY_MAKE_HOOKS}`, 'user-agent': 'test' }
  await fetch(`${scene.address}/repos/${REPOSITORY}/hooks/${hook?.id}`, { method: 'DELETE', headers })
  await happen(scene, 'issue')
  await scene.pass(5 * MINUTE)
  expect(scene.states()).toEqual(['done'])
})

test('a webhook that GitHub asked to wait with is made later', async () => {
  const scene = await doubleScene('github', { subscriptions: [...PRO] })
  scene.account.values = { token: MAY_MAKE_HOOKS }
  const follow = (trigger: string) => ({ trigger, fields: { repository: REPOSITORY }, actions: [] })
  scene.sync([scene.program(1, follow('new_issue')), scene.program(2, follow('new_star'))])
  await scene.pass(10 * MINUTE)
  const events = (await hooksOf(scene)).flatMap((hook) => hook.events)
  expect(events.toSorted()).toEqual(['issues', 'star'])
  expect(made(scene).length).toBeGreaterThan(2)
})

test('the webhook goes with the Applet, and comes again with it', async () => {
  const scene = await following('new_issue')
  scene.sync([])
  await scene.pass(MINUTE)
  expect(await hooksOf(scene)).toEqual([])
  turnOn(scene, 'new_issue')
  await scene.pass(2 * MINUTE)
  expect(await hooksOf(scene)).toHaveLength(1)
})

test('what GitHub did not sign is refused, and nothing is asked', async () => {
  const scene = await following('new_issue')
  const [hook] = await hooksOf(scene)
  const body = JSON.stringify({ action: 'opened', issue: { id: 1 }, repository: { full_name: REPOSITORY } })
  const asked = scene.exchanges.length
  for (const signature of ['', `sha256=${'0'.repeat(64)}`]) {
    const headers = { 'content-type': 'application/json', 'x-hub-signature-256': signature }
    const answer = await fetch(hook?.config.url ?? '', { method: 'POST', headers, body })
    expect(answer.status).toBe(401)
  }
  await scene.pass(6 * SECOND)
  expect(scene.exchanges.length).toBe(asked)
})

test('news of something else asks nothing', async () => {
  const scene = await following('new_pull_request')
  const asked = scene.exchanges.length
  await happen(scene, 'issue')
  await happen(scene, 'star')
  await scene.pass(6 * SECOND)
  expect(scene.exchanges.length).toBe(asked)
})

test("the webhook's secret is in no run", async () => {
  const scene = await following('new_issue')
  await happen(scene, 'issue')
  await scene.pass(10 * SECOND)
  const { config } = JSON.parse(made(scene)[0]?.body ?? '')
  expect(config.secret).toMatch(/^\S{20,}$/)
  expect(scene.everythingKept()).not.toContain(config.secret)
})
