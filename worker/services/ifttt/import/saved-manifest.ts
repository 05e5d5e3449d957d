import type { ServiceDefinition } from '../../format/service-definition.ts'
import { iftttService } from '../ifttt-service.ts'
import type { ManifestJson } from './manifest-json.ts'

/** Whether the JSON says that it is of a service of IFTTT's protocol. */
export function isManifest(document: unknown): boolean {
  return typeof document === 'object' && document !== null && Reflect.get(document, 'transport') === 'ifttt'
}

/** The service of a manifest that was checked before it was saved. */
export function savedManifest(document: unknown): ServiceDefinition {
  const { transport: _transport, ...manifest } = document as ManifestJson
  return iftttService(manifest)
}
