import { expect, onTestFinished, test } from 'vitest'
import { listen } from '../../stand-in/listen.ts'
import { standInServices } from '../data/services.ts'
import { startServices } from '../start-services.ts'
import { happenings } from './happenings.ts'

async function start() {
  const services = await startServices({ port: 0 })
  onTestFinished(() => services.close())
  return services
}

const PUBLIC = ['feeds', 'skycast']

const everything = Object.entries(happenings).flatMap(([service, each]) =>
  each.map(({ slug }) => [PUBLIC.includes(service) ? service : `${service}-ada`, slug] as const),
)

test.each(everything)('at %s, %s happens without any input', async (accountId, slug) => {
  const { control } = await start()
  const item = await control.happen(accountId, slug)
  expect(item).toMatchObject({ id: expect.stringMatching(/^[0-9a-f]{12}$/), request_id: null })
  expect(Object.values(item)).not.toContain(undefined)
})

test('the happenings belong to services that exist', () => {
  const known = [...PUBLIC, ...standInServices.map(({ module_name }) => module_name)]
  expect(Object.keys(happenings).filter((service) => !known.includes(service))).toEqual([])
})

test('what happens tells the product to poll that account now', async () => {
  const { control, tellProductAt } = await start()
  const calls: unknown[] = []
  const product = await listen(0, () => async (request) => {
    const { pathname } = new URL(request.url)
    calls.push([request.method, pathname, request.headers.get('IFTTT-Service-Key'), await request.json()])
    return new Response()
  })
  onTestFinished(() => product.close())
  await control.happen('octoforge-ada', 'star')
  tellProductAt(product.origin)
  await control.happen('octoforge-ada', 'star')
  await control.happen('feeds', 'news')
  expect(calls).toEqual([
    ['POST', '/v1/notifications', 'octoforge-service-key', { data: [{ user_id: 'octoforge-ada' }] }],
  ])
  expect(control.told()).toMatchObject([{ service: 'octoforge', accountId: 'octoforge-ada', status: 200 }])
})

test('happens although the product is away', async () => {
  const { control, tellProductAt } = await start()
  tellProductAt('http://localhost:1')
  await control.happen('stride-ada', 'activity')
  expect(control.told()).toMatchObject([{ service: 'stride', status: null }])
})

test('refuses what does not happen there', async () => {
  const { control } = await start()
  await expect(control.happen('octoforge-ada', 'activity')).rejects.toThrow('Nothing called activity')
  await expect(control.happen('parley-ada', 'message', { channel: 'C99' })).rejects.toThrow('There is no C99')
})
