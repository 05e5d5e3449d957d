import type { IngredientType } from '../../contract/connections/service.ts'
import type { FieldDefinition, IngredientDefinition, ServiceDefinition } from './service-definition.ts'

/** A service that has code of ours, checked when it is compiled; `service-problems.ts` checks it when it is tested. */
export function defineService(definition: ServiceDefinition): ServiceDefinition {
  return definition
}

/** A required field. */
export function field(
  slug: string,
  label: string,
  type: FieldDefinition['type'],
  more: Partial<FieldDefinition> = {},
): FieldDefinition {
  return { slug, label, type, ...more }
}

export function optionalField(
  slug: string,
  label: string,
  type: FieldDefinition['type'],
  more: Partial<FieldDefinition> = {},
): FieldDefinition {
  return { slug, label, type, required: false, ...more }
}

/** An ingredient that stands in the item under its own name, such as `$.full_name`; `from` is not needed for code. */
export function ingredient(
  slug: string,
  name: string,
  type: IngredientType,
  example: string,
  from?: string,
): IngredientDefinition {
  return { slug, name, type, example, ...(from !== undefined && { from }) }
}
