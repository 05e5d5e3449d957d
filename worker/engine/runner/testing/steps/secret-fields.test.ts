import { expect, test } from 'vitest'
import { MINUTE } from '../../../../contract/shared/durations.ts'
import { compileFilter } from '../../../filter/check/compile-filter.ts'
import { aBranch, aProgram, aQuery, aRequest, aStep, hookTrigger } from '../applet-makers.ts'
import { Scene } from '../scene.ts'

/** What somebody sends who knows how a stored secret looks. */
const SENT = { Value1: 'sealed:of the user' }
const FIELDS = { secret: 'sealed:key', text: '{{Value1}}' }

/** The bodies that the other side got of a run that this text started. */
async function bodiesOf(branch: Parameters<typeof aBranch>): Promise<unknown[]> {
  const scene = new Scene([aProgram(1, [aBranch(...branch)])])
  scene.runner.accept(aRequest(1, { ingredients: SENT }))
  await scene.pass(MINUTE)
  expect(scene.states()).toEqual(['done'])
  return scene.far.requests.map(({ body }) => JSON.parse(body))
}

test('an action opens its own secret, and none that an event brought', async () => {
  const [body] = await bodiesOf([hookTrigger(), [aStep(1, 'safe', FIELDS)]])
  expect(body).toMatchObject({ secret: 'key', text: SENT.Value1 })
})

test('a query opens its own secret, and none that an event brought', async () => {
  const [body] = await bodiesOf([hookTrigger(), [aStep(2, 'safe', {})], { queries: [aQuery(1, 'count', FIELDS)] }])
  expect(body).toMatchObject({ secret: 'key', text: SENT.Value1 })
})

test('filter code cannot have a text of an event opened', async () => {
  const compiled = await compileFilter('Far.safe.setSecret(Trigger.Value1)')
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems))
  const [body] = await bodiesOf([hookTrigger(), [aStep(1, 'safe', FIELDS)], { filter: compiled.filter }])
  expect(body).toMatchObject({ secret: SENT.Value1 })
})
