import { expect, test } from 'vitest'
import { MINUTE } from '../../contract/shared/durations.ts'
import { sampleScene } from '../../../dev/stand-ins/samples/testing/sample-scene.fixture.ts'

/** An Applet that answers mentions, on since one was there. */
async function answering() {
  const scene = sampleScene('mastodon')
  const fields = { text: 'Thank you: {{PostText}}', visibility: 'unlisted', warning: '' }
  scene.enable({ trigger: 'new_mention', fields: {}, actions: [scene.step(1, 'post', fields)] })
  const mention = (text: string) => scene.press('trigger/new_mention', { text })
  await mention('was there before')
  await scene.pass(2 * MINUTE)
  const answers = () => scene.kept().map(({ body }) => JSON.parse(body).status)
  return { scene, mention, answers }
}

test('each mention is answered once, however many come together', async () => {
  const { scene, mention, answers } = await answering()
  for (let n = 0; n < 90; n++) await mention(`again ${n}`)
  await scene.pass(10 * MINUTE)
  expect(answers()).toEqual(Array.from({ length: 90 }, (_, n) => `Thank you: again ${n}`))
  expect(new Set(scene.states())).toEqual(new Set(['done']))
  expect(scene.runs()).toHaveLength(90)
})

test('a busy list is not taken for one whose ids change', async () => {
  const { scene, mention } = await answering()
  for (let rounds = 0; rounds < 5; rounds++) {
    for (let n = 0; n < 6; n++) await mention(`${rounds} ${n}`)
    await scene.pass(2 * MINUTE)
  }
  await scene.pass(2 * MINUTE)
  expect(scene.runs()).toHaveLength(30)
})
