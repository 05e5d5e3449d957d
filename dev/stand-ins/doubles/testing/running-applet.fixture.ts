import { PRO } from '../../../../worker/engine/runner/testing/applet-makers.ts'
import { doubleScene } from './double-scene.fixture.ts'
import type { IsLost } from './open-double.fixture.ts'

type Fields = Record<string, string>
type Applet = {
  module_name: string
  /** The values that are pasted to connect it, and those that are opened with them. */
  credentials: (address: string) => Fields | Promise<Fields>
  /** The values that it is used with after its sign-in was refreshed. */
  refreshed?: (address: string, values: Fields) => Promise<Fields>
  isLost?: IsLost
  trigger: { slug: string; fields?: Fields }
  action: { slug: string; fields: Fields }
}

/** An Applet of one service that is on for a Pro user: from a trigger of the service to an action of it. */
export async function runningApplet({ module_name, credentials, refreshed, isLost, trigger, action }: Applet) {
  const scene = await doubleScene(module_name, { isLost, subscriptions: [...PRO] })
  const { account, address } = scene
  account.values = await credentials(address)
  if (refreshed) account.onRefresh = async () => account.replace(await refreshed(address, account.values))
  const actions = [scene.step(1, action.slug, action.fields)]
  scene.enable({ trigger: trigger.slug, fields: trigger.fields ?? {}, actions })
  return scene
}
