import { readFileSync } from 'node:fs'
import type { ServiceDefinition } from '../../../worker/services/format/service-definition.ts'
import { serviceDefinitions } from '../../../worker/services/service-registry.ts'

/** The service that docs/services.md begins with, which operators add in our tests. */
export const ACME = JSON.parse(
  readFileSync(new URL('../../service/template.json', import.meta.url), 'utf8'),
) as ServiceDefinition

/** The services that answer from their files: those that are somewhere and that nobody wrote a double for. */
export function sampledServices(doubles: ReadonlySet<string>): ServiceDefinition[] {
  const elsewhere = serviceDefinitions().filter(({ hosts, connect }) => hosts.length > 0 || connect.kind !== 'none')
  return [ACME, ...elsewhere].filter(({ id }) => !doubles.has(id))
}
