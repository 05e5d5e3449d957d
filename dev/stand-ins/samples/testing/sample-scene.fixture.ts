import { runnableService } from '../../../../worker/services/format/http/runnable-service.ts'
import type { ServiceDefinition } from '../../../../worker/services/format/service-definition.ts'
import { ownServiceFile } from '../../../../worker/services/service-registry.ts'
import { PRO } from '../../../../worker/engine/runner/testing/applet-makers.ts'
import { SimulatedClock } from '../../../../worker/testing/simulated-clock.ts'
import { DoubleScene } from '../../doubles/testing/double-scene.fixture.ts'
import { openAt } from '../../doubles/testing/open-double.fixture.ts'
import { sampleCredentials } from '../connect/sample-credentials.ts'
import { sampleServers } from './sample-server.fixture.ts'

const NOON = Date.UTC(2026, 2, 10, 12)

/**
 * A service with its sample server, connected for a Pro user, with a real Runner over simulated storage and time. By its
 * id, or by a file that only a test has.
 */
export function sampleScene(service: string | ServiceDefinition) {
  const definition = typeof service === 'string' ? ownServiceFile(service) : service
  if (!definition) throw new Error(`There is no service ${String(service)}.`)
  const clock = new SimulatedClock(NOON)
  const servers = sampleServers([definition], () => clock.now)
  const { addresses, fetch, kept } = servers
  const opened = openAt({ service: runnableService(definition), addresses, services: servers, fetch })
  const scene = new DoubleScene(clock, opened, [...PRO])
  scene.account.values = sampleCredentials(definition, opened.address)
  return Object.assign(scene, { kept: () => kept(definition.id) })
}
