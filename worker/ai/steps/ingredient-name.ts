import { stepName } from '../../engine/filter/service-names.ts'
import type { KnownStep } from '../../services/catalog/steps/known-step.ts'

/** What filter code calls an ingredient: of a query, the one of its first row. */
export function ingredientName({ service, slug }: KnownStep, ingredient: string): string {
  return `${service.identifier}.${stepName(slug)}.${ingredient}`
}

/** What stands between braces in a text. */
export function ingredientInText(step: KnownStep, ingredient: string): string {
  return `{{${step.kind === 'query' ? ingredientName(step, ingredient) : ingredient}}}`
}
