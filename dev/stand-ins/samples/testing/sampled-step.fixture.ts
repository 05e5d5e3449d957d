import type { ServiceDefinition } from '../../../../worker/services/format/service-definition.ts'

type Segment = 'triggers' | 'queries' | 'actions'

/** GitHub lists stars oldest first, and the newest are on a page that only its own double has. */
const OF_DOUBLE = 'github/new_star'

/** The steps of a service that its file asks, each with the fields of its sample. */
export function sampledStep<Kind extends Segment>(service: ServiceDefinition, segment: Kind) {
  type Step = NonNullable<ServiceDefinition[Kind]>[number]
  const steps: readonly Step[] = service[segment] ?? []
  return steps.flatMap((step) => {
    const id = `${service.id}/${step.slug}`
    const sample = service.samples?.[segment]?.[step.slug]
    return step.request !== undefined && id !== OF_DOUBLE && sample
      ? [{ id, service, step, fields: sample.fields ?? {} }]
      : []
  })
}
