import { APPLET_NAME_MAX } from '../applets/applet-name.ts'
import { takesValue } from '../drafts/conditions-code.ts'
import type { DraftWhen } from '../drafts/draft.ts'
import { plainText } from '../shared/said-part.ts'
import { asSentence, inSentence } from './in-sentence.ts'
import { sayCondition } from './say-condition.ts'
import { fillPlaces } from './say-step.ts'
import { showAddress } from './show-address.ts'
import { ingredientLabel, isNameless, sayValue } from './say-value.ts'
import type { FieldToSay, SayContext, ServiceStepToSay } from './step-to-say.ts'

type NamedStep = Omit<ServiceStepToSay, 'account'>
/**
 * What else a name says: when it runs, and what conditions call the values that they compare. `isPublic`: everyone reads
 * it, so it has no host either.
 */
type NameContext = Pick<SayContext, 'ingredients'> & { when: DraftWhen; isPublic?: boolean }

/** Longer ones leave values out. */
const GOOD_LENGTH = 100

/**
 * Names an Applet with these steps until its author does, by what is set in them: "When someone opens an issue in
 * ada/mill with “urgent” in its title, send a notification". Has no secret, nothing that each user fills in, and of an
 * address its host alone.
 */
export function proposedName(steps: readonly NamedStep[], context: NameContext): string {
  const { isPublic = false } = context
  const trigger = steps.find(({ kind }) => kind === 'trigger')
  const actions = steps.filter(({ kind }) => kind === 'action')
  if (!trigger && actions.length === 0) return 'New Applet'
  const [when, whenFilled] = trigger ? [triggerInSentence(trigger), triggerFilled(trigger, isPublic)] : ['', '']
  const whole = trigger ? `${whenFilled}${conditionWords(context, trigger)}` : ''
  const comma = trigger?.phrase === null ? ':' : ','
  const name = (start: string, end: string) => (start && end ? `${start}${comma} ${end}` : asSentence(start || end))
  const phrases = actions.map(actionInSentence)
  const names = [
    name(whole, listed(actions.map((action) => filled(action, isPublic) ?? actionInSentence(action)))),
    name(whole, listed(phrases)),
    name(whenFilled, listed(phrases)),
    name(when, listed(phrases)),
    name(whenFilled, counted(phrases)),
    name(when, counted(phrases)),
  ]
  return names.find(({ length }) => length <= GOOD_LENGTH) ?? cut(name(when, counted(phrases)))
}

/** Times, such as "every day", say when by themselves. */
const SAYS_WHEN = /^(?:every|at|on) /

/** "When a web request arrives", or "Every day". A trigger without a phrase is its name. */
export function triggerInSentence({ name, phrase }: Pick<NamedStep, 'name' | 'phrase'>): string {
  return phrase === null ? name : startWith(phrase, phrase)
}

export function actionInSentence({ name, phrase }: Pick<NamedStep, 'name' | 'phrase'>): string {
  return phrase ?? inSentence(name)
}

function triggerFilled(trigger: NamedStep, isPublic: boolean): string {
  const words = filled(trigger, isPublic)
  return words === null ? triggerInSentence(trigger) : startWith(trigger.phrase ?? words, words)
}

function startWith(phrase: string, words: string): string {
  return SAYS_WHEN.test(phrase) ? asSentence(words) : `When ${words}`
}

/** The sentence with its values, without the time zone; null where one of them cannot be told. */
function filled({ sentence, fields }: NamedStep, isPublic: boolean): string | null {
  if (sentence === null) return null
  const told = [...(isPublic ? [] : fields.flatMap(hostOf)), ...fields.filter(isTold)]
  const parts = fillPlaces(sentence.replace(', {{zone}}', ''), told, { ingredients: [], timezone: '' })
  return parts && plainText(parts)
}

/** Of an address its host, as people call a site; nothing where somebody who knows the address could use it. */
function hostOf(field: FieldToSay): FieldToSay[] {
  const { type, value } = field
  const address = type === 'url' && value !== null && !value.includes('{{') ? showAddress(value) : null
  if (!address?.host || address.is_secret) return []
  return [{ ...field, type: 'text', value: address.host.replace(/^www\./, '') }]
}

function isTold(field: FieldToSay): boolean {
  const { type, value } = field
  if (value === null || value.trim() === '' || value.includes('{{') || type === 'secret') return false
  return !isNameless(field) && !ADDRESS.test(plainText(sayValue(field, { ingredients: [] })))
}

/** Of a page or of mail: no name that everyone sees may have one. */
const ADDRESS = /:\/\/|[\p{L}\p{N}-]\.\p{L}{2,}/u

/** The only condition, once it is filled in; several are too long for a name. */
function conditionWords({ when, ingredients }: NameContext, { phrase }: NamedStep): string {
  const [condition, ...more] = when.kind === 'form' ? when.conditions : []
  if (!condition || more.length > 0) return ''
  const { ingredient, operator, value } = condition
  if (ADDRESS.test(value) || (value === '' && takesValue(operator))) return ''
  const known = ingredients.find(({ filter_name }) => filter_name === ingredient)
  const isOfTrigger = known !== undefined && !known.name.includes('.') && !SAYS_WHEN.test(phrase ?? '')
  const label = inSentence(ingredientLabel(ingredient, { ingredients }))
  if (operator === 'contains' && isOfTrigger && !/ (?:by|at|on|in)$/.test(label))
    return ` with “${value}” in its ${label}`
  return ` ${isOfTrigger ? 'and' : 'if'} ${plainText(sayCondition(condition, { ingredients }))}`
}

function listed(actions: readonly string[]): string {
  const [first, second] = actions
  return actions.length === 2 && first !== second ? actions.join(' and ') : counted(actions)
}

function counted([first = '', ...more]: readonly string[]): string {
  return more.length === 0 ? first : `${first} and ${more.length} more`
}

function cut(name: string): string {
  return name.length <= APPLET_NAME_MAX ? name : `${name.slice(0, APPLET_NAME_MAX - 1).trimEnd()}…`
}
