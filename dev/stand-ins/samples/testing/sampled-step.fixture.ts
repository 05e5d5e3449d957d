import { ownDoubleNames } from '../../doubles/double-routes.ts'
import type { ServiceDefinition } from '../../../../worker/services/format/service-definition.ts'

type Segment = 'triggers' | 'queries' | 'actions'

/** Services whose state no file says. */
export const OWN_DOUBLES: ReadonlySet<string> = new Set(ownDoubleNames().map(({ module_name }) => module_name))

/** The steps of a service that its file asks, each with the fields of its sample. */
export function sampledStep<Kind extends Segment>(service: ServiceDefinition, segment: Kind) {
  type Step = NonNullable<ServiceDefinition[Kind]>[number]
  const steps: readonly Step[] = service[segment] ?? []
  return steps.flatMap((step) => {
    const sample = service.samples?.[segment]?.[step.slug]
    const code = service.code?.[segment]?.[step.slug]
    // How such a trigger is asked may need the state that a double of its own has.
    const isOfDouble = code !== undefined && 'polled' in code && OWN_DOUBLES.has(service.id)
    return step.request !== undefined && !isOfDouble && sample
      ? [{ id: `${service.id}/${step.slug}`, service, step, fields: sample.fields ?? {} }]
      : []
  })
}
