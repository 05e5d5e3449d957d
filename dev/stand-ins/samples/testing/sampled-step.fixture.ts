import type { ServiceDefinition } from '../../../../worker/services/format/service-definition.ts'

type Segment = 'triggers' | 'queries' | 'actions'

/** The steps of a service that its file asks by itself, each with the fields of its sample. */
export function sampledStep<Kind extends Segment>(service: ServiceDefinition, segment: Kind) {
  type Step = NonNullable<ServiceDefinition[Kind]>[number]
  const steps: readonly Step[] = service[segment] ?? []
  return steps.flatMap((step) => {
    const sample = service.samples?.[segment]?.[step.slug]
    const isAsked = step.request !== undefined && service.code?.[segment]?.[step.slug] === undefined
    return isAsked && sample ? [{ id: `${service.id}/${step.slug}`, service, step, fields: sample.fields ?? {} }] : []
  })
}
