import { pollTrigger } from '../../../../worker/services/format/poll-trigger.fixture.ts'
import type { ServiceDefinition } from '../../../../worker/services/format/service-definition.ts'
import { nameOfRequest } from './answering-by-name.fixture.ts'
import { sampleScene } from './sample-scene.fixture.ts'

/** The key of an action's effect. Some code makes values of it. */
export const EFFECT_KEY = 'sy_01KKB8E7G00000000000000000_1_0'

type Segment = 'triggers' | 'queries' | 'actions'

/** What of a service's `requests` its code asks when a step runs with its sample, and how many before its own. */
export async function askedByName(service: ServiceDefinition, segment: Segment, slug: string) {
  const scene = sampleScene(service)
  const { fields = {} } = service.samples?.[segment]?.[slug] ?? {}
  const call = { fields, applet_id: 1 }
  if (segment === 'triggers') await pollTrigger(scene.service, slug, fields, scene.io())
  else await scene.service[segment][slug]?.run(call, scene.io(EFFECT_KEY))
  const names = namesAsked(scene, service)
  return { names: names.flatMap((name) => name ?? []), before: names.findIndex((name) => name === null) }
}

/** What of them its code asks for a client of ours; nothing where it needs none. Throws what goes wrong. */
export async function askedForClient(service: ServiceDefinition): Promise<string[]> {
  const { register } = service.code?.servers ?? {}
  if (!register) return []
  const scene = sampleScene(service)
  const app = { name: 'Site', website: 'https://site.test', redirect_uri: 'https://site.test/back', scopes: 'read' }
  const registered = await register(app, scene.io())
  if (!registered.ok) throw new Error(registered.problem.message)
  return namesAsked(scene, service).flatMap((name) => name ?? [])
}

function namesAsked({ exchanges, address }: ReturnType<typeof sampleScene>, service: ServiceDefinition) {
  return exchanges.map((each) => nameOfRequest(service, address, each))
}
