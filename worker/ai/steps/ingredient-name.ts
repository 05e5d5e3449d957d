import { stepName } from '../../engine/filter/service-names.ts'
import type { KnownStep } from '../../services/catalog/steps/known-step.ts'
import { stem } from '../../services/catalog/words/stem.ts'
import { identifierOf } from '../../services/format/service-definition.ts'

/** Names an ingredient as filter code does: of a query, the one of its first row. */
export function ingredientName({ service, slug }: KnownStep, ingredient: string): string {
  return `${identifierOf(service)}.${stepName(slug)}.${ingredient}`
}

/** Writes the placeholder of an ingredient in a text. */
export function ingredientInText(step: KnownStep, ingredient: string): string {
  return `{{${step.kind === 'query' ? ingredientName(step, ingredient) : ingredient}}}`
}

/** Stems of what a name such as `IssueUrl` says: issue, url, and link, which means the same. */
export function stemsOfIngredient(name: string): string[] {
  const own = (name.match(/\p{Lu}?\p{Ll}+|\p{Lu}/gu) ?? []).map((each) => stem(each.toLowerCase()))
  return own.includes('url') ? [...own, 'link'] : own
}
