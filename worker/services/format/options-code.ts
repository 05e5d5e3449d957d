import { placedAddress } from './placed-address.ts'
import type { AskOptions, FieldDefinition, ServiceDefinition } from './service-definition.ts'

/** Finds the code that lists the options for pages at this address, where one request does not; null where it does. */
export function optionsCode(service: ServiceDefinition, base: string, resolve_url: string): AskOptions | null {
  const steps: readonly { fields?: FieldDefinition[] }[] = [...service.triggers, ...service.queries, ...service.actions]
  for (const { options } of steps.flatMap(({ fields = [] }) => fields)) {
    const isLive = options !== undefined && !Array.isArray(options)
    if (isLive && options.ask && placedAddress(service, base, options.get) === resolve_url) return options.ask
  }
  return null
}
