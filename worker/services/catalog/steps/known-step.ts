import { STEP_KINDS, STEP_SEGMENTS, type StepKind } from '../../../contract/connections/service.ts'
import type {
  FieldDefinition,
  IngredientDefinition,
  ServiceDefinition,
  StepFile,
} from '../../format/service-definition.ts'

/** A step of the catalog, as the planner and a model see it. `id`: as in D1, such as `github/triggers/new_star`. */
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
  return services.flatMap((service) =>
    STEP_KINDS.flatMap((kind) => (service[STEP_SEGMENTS[kind]] ?? []).map((step) => knownStep(service, kind, step))),
  )
}

function knownStep(service: ServiceDefinition, kind: StepKind, step: StepFile): KnownStep {
  const { slug, name, description = name, fields = [] } = step
  const ingredients = 'ingredients' in step ? step.ingredients : []
  const id = `${service.id}/${STEP_SEGMENTS[kind]}/${slug}`
  return { id, kind, slug, name, description, fields, ingredients, service }
}
