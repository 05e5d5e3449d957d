import type { AppletDocument, ServiceStep } from '../../contract/applets/applet-document.ts'
import { choiceLabel } from '../../contract/applets/choice-label.ts'
import type { FixedDestination } from '../../contract/applets/fixed-destination.ts'
import { stepsOfKind, stepsOfServices } from '../../contract/applets/step-list.ts'
import type { FieldOption, FieldType } from '../../contract/connections/service.ts'
import { parseText } from '../../contract/ingredients/parse-text.ts'
import { addressIn, ingredientLabel, sayValue } from '../../contract/sentences/say-value.ts'
import { plainText } from '../../contract/shared/said-part.ts'
import { ingredientsOf } from '../sentences/say-applet.ts'
import { serviceName, setterName, stepName } from '../../engine/filter/service-names.ts'
import { findOwnService } from '../../services/service-registry.ts'

/** A step of a service, with what the catalog has of it. */
export type DescribedStep = ServiceStep & {
  step_name: string
  service_name: string
  /** The service's name in short, which filter code has. */
  short_name: string
  /** The hosts that are the service's own. */
  hosts: readonly string[]
  known: readonly DescribedField[]
}
type DescribedField = {
  slug: string
  label: string
  type: FieldType
  destination: boolean
  options: FieldOption[] | null
  options_url: string | null
}

const OF_ADDRESSES: ReadonlySet<FieldType> = new Set(['url', 'email'])
/** A value that is an address of the web or of mail, and nothing else. */
const ADDRESS = /^\s*(?:https?:\/\/\S+|[^\s@{}]+@[^\s@{}]+\.[^\s@{}]+)\s*$/i

/**
 * The fields of a step with the mark of those that say where something goes. Files that operators added before there was
 * that mark, and services of IFTTT's protocol, have none: there it is each field for addresses, or with one in it.
 */
export function markDestinations<Known extends Pick<DescribedField, 'slug' | 'type' | 'destination'>>(
  { module_name, kind, fields, user_fields }: ServiceStep,
  known: readonly Known[],
): Known[] {
  const isMarked = known.some(({ destination }) => destination)
  if (isMarked || kind === 'trigger' || findOwnService(module_name)) return [...known]
  return known.map((field) => {
    const isAsked = Object.hasOwn(user_fields, field.slug)
    const destination = !isAsked && (OF_ADDRESSES.has(field.type) || ADDRESS.test(fields[field.slug] ?? ''))
    return { ...field, destination }
  })
}

/** How many of the things that are sent are named. */
const MOST_NAMES = 6

/** Ingredients that hold all that came, by their trigger's service. */
const WHOLE: Partial<Record<string, Record<string, string>>> = {
  webhooks: {
    Body: 'the whole body of your requests',
    JsonPayload: 'the whole body of your requests',
    Headers: 'the headers of your requests',
  },
  email: { BodyPlain: 'the whole text of your mails', BodyHtml: 'the whole text of your mails' },
}

/**
 * Lists where an Applet sends what, as far as its author fixed it: addresses, recipients and channels, in the order of
 * the steps, and what filter code may set besides. Never has a secret.
 */
export function fixedDestinations(document: AppletDocument, steps: readonly DescribedStep[]): FixedDestination[] {
  const code = stepsOfKind(document.steps, 'filter')[0]?.code ?? ''
  return steps.flatMap((step) => {
    const set = step.kind === 'action' ? setByCode(code, step) : null
    return step.known.flatMap((field): FixedDestination[] => {
      const fixed = step.fields[field.slug] ?? ''
      const isSet = set !== null && set(field.slug)
      if (!field.destination || (fixed === '' && !isSet)) return []
      return [
        {
          key: `${step.id}.${field.slug}`,
          step_name: step.step_name,
          service_name: step.service_name,
          label: field.label,
          ...shownDestination(step, field, fixed, isSet),
          sent: sentBy(document, step, set !== null && step.known.some(({ slug }) => set(slug))),
        },
      ]
    })
  })
}

/** A fixed value as everyone may see it: no secret, and of an address no token. */
export function shownValue({ labels }: DescribedStep, field: DescribedField, value: string): string {
  const chosen = choiceLabel(labels, field.slug, value)
  const live = field.options_url !== null
  const said = { ...field, syntax: null, live, value, default_value: null, chosen, yours: false }
  return plainText(sayValue(said, { ingredients: [] }))
}

function shownDestination(step: DescribedStep, field: DescribedField, fixed: string, isSet: boolean) {
  const byCode = 'wherever its filter code says'
  if (fixed === '') return { value: byCode, outside: field.type === 'url' }
  const address = addressIn(field.type, fixed)
  const host = address?.host ?? null
  const outside = (field.type === 'url' || address !== null) && (isSet || host === null || !step.hosts.includes(host))
  const value = shownValue(step, field, fixed)
  return { value: isSet ? `${value}, or ${byCode}` : value, outside }
}

/** Names what a step sends besides where it goes: ingredients, what its user fills in, and secrets. */
function sentBy({ steps }: AppletDocument, step: DescribedStep, isSetByCode: boolean): string {
  const triggers = stepsOfKind(stepsOfServices(steps), 'trigger')
  const trigger = triggers.find(({ feature }) => feature === step.feature) ?? triggers[0]
  const given = { ingredients: ingredientsOf(stepsOfServices(steps)) }
  const whole = WHOLE[trigger?.module_name ?? ''] ?? {}
  const names = new Set<string>()
  for (const { slug, label, type, destination } of step.known) {
    if (Object.hasOwn(step.user_fields, slug)) {
      if (!destination && !CHOICES.has(type)) names.add(`what you enter as “${label}”`)
    } else if (type === 'secret') {
      if (step.fields[slug]) names.add('a secret of its author')
    } else
      for (const part of parseText(step.fields[slug] ?? ''))
        if (part.kind === 'ingredient') names.add(whole[part.name] ?? `“${ingredientLabel(part.name, given)}”`)
  }
  if (isSetByCode) names.add('what its filter code adds')
  if (names.size === 0) return 'nothing of yours'
  const more = names.size - MOST_NAMES
  return new Intl.ListFormat('en').format([...[...names].slice(0, MOST_NAMES), ...(more > 0 ? [`${more} more`] : [])])
}

const CHOICES: ReadonlySet<FieldType> = new Set(['select', 'checkbox', 'weekdays', 'switch'])

/**
 * Whether filter code may set a field of an action, by its slug; null where it sets none. Code that uses the service
 * otherwise than by `Service.step.setField(…)`, such as by a computed name, may set all.
 */
function setByCode(code: string, { slug, short_name }: DescribedStep): ((field: string) => boolean) | null {
  const service = serviceName(short_name)
  const step = String.raw`${service}\s*\.\s*${stepName(slug)}\d*(?!\w)`
  const setters = new Set<string>()
  const rest = code.replaceAll(new RegExp(String.raw`\b${step}\s*\.\s*(skip|set\w+)`, 'g'), (_, name: string) => {
    setters.add(name)
    return ''
  })
  // Only its steps by name are known to be others.
  const isOpen = new RegExp(String.raw`\b${step}|\b${service}\b(?!\s*\.\s*\w)|\\u`).test(rest)
  if (!isOpen && setters.size === 0) return null
  return (field) => isOpen || setters.has(setterName(field))
}
