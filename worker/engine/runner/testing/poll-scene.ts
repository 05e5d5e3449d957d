import type { Program } from '../../../system/runner-api/program.ts'
import { aBranch, aProgram, aStep, pollTrigger, PRO } from './applet-makers.ts'
import { Scene } from './scene.ts'

/** An Applet from new items to one action of the kind, which carries the item's text. */
export function pollApplet(id = 1, slug = 'key', account: string | null = null, text = '{{Value1}}'): Program {
  return aProgram(id, [aBranch(pollTrigger('a', account), [aStep(1, slug, { text })])])
}

/** Lists the texts that actions carried, in the order of their effects. */
export function texts(scene: Scene): string[] {
  return scene.far.effects.map(({ body }) => JSON.parse(body).text)
}

/** The requests for pages of items. */
export function lists(scene: Scene): Scene['far']['requests'] {
  return scene.far.requests.filter(({ action }) => action === 'list')
}

/** A scene whose trigger was asked once, with so many items present. */
export async function primed(programs = [pollApplet()], items = 0): Promise<Scene> {
  const scene = new Scene(programs, { subscriptions: [...PRO] })
  for (let n = 0; n < items; n++) scene.publish(`old ${n}`)
  await scene.pass(2000)
  return scene
}
