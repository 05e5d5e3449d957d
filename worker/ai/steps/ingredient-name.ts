import { stepName } from '../../engine/filter/service-names.ts'
import type { KnownStep } from '../../services/catalog/steps/known-step.ts'
import { identifierOf } from '../../services/format/service-definition.ts'

/** Names an ingredient as filter code does: of a query, the one of its first row. */
export function ingredientName({ service, slug }: KnownStep, ingredient: string): string {
  return `${identifierOf(service)}.${stepName(slug)}.${ingredient}`
}

/** Writes the placeholder of an ingredient in a text. */
export function ingredientInText(step: KnownStep, ingredient: string): string {
  return `{{${step.kind === 'query' ? ingredientName(step, ingredient) : ingredient}}}`
}
