import { STEP_SEGMENTS, type StepKind } from '../../../contract/connections/service.ts'
import type { FieldDefinition, IngredientDefinition, ServiceDefinition } from '../../format/service-definition.ts'

/** A step of the catalog, as the planner and a model see it. `id`: as in D1, such as `octoforge/triggers/new_star`. */
export type KnownStep = {
  id: string
  kind: StepKind
  slug: string
  name: string
  description: string
  fields: readonly FieldDefinition[]
  ingredients: readonly IngredientDefinition[]
  service: ServiceDefinition
}

/** Every step of these services, in the order of their files. */
export function knownSteps(services: readonly ServiceDefinition[]): KnownStep[] {
  return services.flatMap((service) => [
    ...service.triggers.map((step) => knownStep(service, 'trigger', step)),
    ...service.queries.map((step) => knownStep(service, 'query', step)),
    ...service.actions.map((step) => knownStep(service, 'action', step)),
  ])
}

type StepOfFile = Pick<KnownStep, 'slug' | 'name' | 'description'> & Partial<Pick<KnownStep, 'fields' | 'ingredients'>>

function knownStep(service: ServiceDefinition, kind: StepKind, step: StepOfFile): KnownStep {
  const { slug, name, description, fields = [], ingredients = [] } = step
  const id = `${service.module_name}/${STEP_SEGMENTS[kind]}/${slug}`
  return { id, kind, slug, name, description, fields, ingredients, service }
}
