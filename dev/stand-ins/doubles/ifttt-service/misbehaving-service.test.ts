import { expect, test } from 'vitest'
import { readPlace } from '../../../../worker/services/format/answer-place.ts'
import { createRamshackle, RAMSHACKLE_SERVICE_KEY, type Misbehavior } from './ramshackle.ts'
import { ramshackleManifest } from '../../../../worker/services/ifttt/testing/ramshackle-manifest.ts'
import { NOW, stepsOf } from './steps-of.fixture.ts'

function ramshackleSteps(how: Misbehavior) {
  const ramshackle = createRamshackle(() => NOW)
  ramshackle.misbehaves.add(how)
  return { ramshackle, ...stepsOf(ramshackleManifest, ramshackle.app, { service_key: RAMSHACKLE_SERVICE_KEY }) }
}
type Steps = ReturnType<typeof ramshackleSteps>

async function ids({ poll }: Steps): Promise<string[]> {
  const polled = await poll('knock')
  if (!polled.ok) throw new Error(polled.problem.message)
  return polled.value.items.map(({ id }) => id)
}

const problem = (failure: string, message: string, sent = 'no') => ({ ok: false, problem: { failure, message, sent } })
const isLeft = async ({ leave }: Steps) => {
  const left = await leave('knock')
  // The service answered, and that is enough.
  expect(left.ok || left.problem.status !== null).toBe(true)
}

/** The proof that each is borne. The fate of new ids at every poll is shown where Runners are. */
const BORNE: Record<Misbehavior, (steps: Steps) => Promise<void>> = {
  'answers errors as text': async ({ poll }) => {
    const said = 'Ramshackle has trouble. It said: Come back later'
    expect(await poll('knock')).toMatchObject(problem('server', said))
  },
  'answers errors as HTML': async ({ act }) => {
    const said = 'Ramshackle has trouble. Its answer was 502.'
    expect(await act('shout', { text: 'Hi' })).toMatchObject(problem('server', said, 'maybe'))
  },
  'refuses for good with 400 and no SKIP': async ({ act }) => {
    const said = 'Ramshackle refused this. It said: Too loud'
    expect(await act('shout', { text: 'Hi' })).toMatchObject(problem('status', said))
  },
  'answers 500 for an unknown slug': async ({ act }) => {
    const said = 'Ramshackle has trouble. Its answer was 500.'
    expect(await act('moved_out')).toMatchObject(problem('server', said, 'maybe'))
  },
  'answers 404 to DELETE': isLeft,
  'answers 201 to DELETE': isLeft,
  'answers 400 to DELETE': isLeft,
  'ends pages with a null cursor': async ({ ask, ramshackle }) => {
    expect(await ask('rooms')).toEqual({ ok: true, value: [{ Room: 'Attic' }, { Room: 'Cellar' }] })
    expect(ramshackle.calls).toHaveLength(1)
  },
  'counts timestamps in ms': async ({ poll }) => {
    expect(readPlace(await poll('knock'), '$.value.items[0].at')).toBe(NOW)
  },
  'gives new ids at every poll': changesIds,
  'gives a single old item a new id at every poll': changesIds,
  'gives every action the same id': async ({ act }) => {
    expect(await act('shout', { text: 'Hi' })).toEqual({ ok: true, value: { id: 'ok', url: null, answer: null } })
    expect(await act('shout', { text: 'Ho' })).toMatchObject({ ok: true })
  },
  'says anything at /status': async ({ ramshackle }) => {
    expect((await ramshackle.app.request('/ifttt/v1/status')).status).toBe(200)
  },
  'answers data that is not a list': async ({ poll }) => {
    const said = 'Ramshackle sent an answer whose “data” is not a list of items.'
    expect(await poll('knock')).toMatchObject(problem('protocol', said, 'maybe'))
  },
}

test.each(Object.entries(BORNE))('bears a service that %s', async (how, isBorne) => {
  await isBorne(ramshackleSteps(how as Misbehavior))
})

async function changesIds(steps: Steps) {
  const before = await ids(steps)
  expect((await ids(steps)).some((id) => before.includes(id))).toBe(false)
}
