import { stepName } from '../../engine/filter/service-names.ts'
import type { KnownStep } from '../../services/catalog/steps/known-step.ts'
import { stem } from '../../services/catalog/words/stem.ts'
import { identifierOf, type IngredientDefinition } from '../../services/format/service-definition.ts'

/** Names an ingredient as filter code does: of a query, the one of its first row. */
export function ingredientName({ service, slug }: KnownStep, ingredient: string): string {
  return `${identifierOf(service)}.${stepName(slug)}.${ingredient}`
}

/** Writes the placeholder of an ingredient in a text. */
export function ingredientInText(step: KnownStep, ingredient: string): string {
  return `{{${step.kind === 'query' ? ingredientName(step, ingredient) : ingredient}}}`
}

/** What people write for an ingredient: "{{EntryTitle}}", "{{name}}", "{title}". */
export const PLACEHOLDER = /\{\{[\w. ]+\}\}|\{[\w ]+\}/g

/** Stems of what a name such as `IssueUrl` says: issue, url, and link, which means the same. */
export function stemsOfIngredient(name: string): string[] {
  const own = (name.match(/\p{Lu}?\p{Ll}+|\p{Lu}/gu) ?? []).map((each) => stem(each.toLowerCase()))
  return own.includes('url') ? [...own, 'link'] : own
}

const TEXTS =
  /(?:Title|Subject|Text|Message|Content|Body|BodyPlain|Description|Comment|CommitMessage|Name|Notes|Row|AllFields)$/
const OF_OTHERS =
  /(?:Author|From|Board|List|Feed|File|Channel|Chat|Repository|Project|Sender|Tag|Follower|Entity|Event)Name$|^(?:Feed|Post)Title$|Topic/

/** Whether this is a text of the thing itself, and not of another one. */
export function isOwnText({ slug, type }: IngredientDefinition): boolean {
  return (type === 'text' || type === 'html') && TEXTS.test(slug) && !OF_OTHERS.test(slug)
}

/** Who sent, wrote or made it. */
export const AUTHOR = /^(?:From|FromName|Author|AuthorName|Sender|Creator|OpenedBy|PublishedBy|Member)$/

/** What people call a title, and what is written, besides the ingredient's own name. */
const ALSO: readonly (readonly [slug: RegExp, names: string])[] = [
  [/(?:Name|Title|Subject)$/, 'name title'],
  [/(?:Text|Body|BodyPlain|Content|Description|Message)$/, 'body text content description'],
]

/** Stems of all that people call an ingredient. */
export function stemsOfNames(ingredient: IngredientDefinition): string[] {
  const also = ALSO.flatMap(([slug, names]) => (isOwnText(ingredient) && slug.test(ingredient.slug) ? [names] : []))
  const text = [ingredient.name, ...also, AUTHOR.test(ingredient.slug) ? 'author sender creator' : ''].join(' ')
  return (text.toLowerCase().match(/\p{L}+/gu) ?? []).map(stem)
}
