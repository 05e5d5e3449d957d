import type { CheckedFile } from '../../system/runner-api/service-checker.ts'
import { whyRefused, type OutboundSettings } from '../../system/outbound/outbound-guard.ts'
import { readServiceFile } from '../format/check/read-service-file.ts'
import { readManifest } from '../ifttt/import/read-manifest.ts'
import { isManifest } from '../ifttt/import/saved-manifest.ts'
import { serviceDefinitions } from '../service-registry.ts'

/** Finds all that is wrong with a service's file, as `ServiceChecker` says. Nothing is sent anywhere. */
export async function checkServiceFile(
  document: unknown,
  allowed_hosts: readonly string[],
  settings: OutboundSettings,
): Promise<CheckedFile> {
  const around = { taken: serviceDefinitions(), allowed_hosts }
  if (isManifest(document)) {
    const refusal = (address: string) => whyRefused(address, settings)
    const read = await readManifest(document, { ...around, refusal })
    return read.kind === 'wrong' ? read : { kind: 'right', document: read.manifest }
  }
  const read = await readServiceFile(document, around)
  return read.kind === 'wrong' ? read : { kind: 'right', document }
}
