import { draftSteps } from '../../../contract/drafts/draft-steps.ts'
import type { AppletDraft, DraftWhen } from '../../../contract/drafts/draft.ts'
import type { FieldType } from '../../../contract/connections/service.ts'
import { setterName, stepName } from '../../../engine/filter/service-names.ts'
import { Dice } from '../../../testing/dice.ts'
import {
  identifierOf,
  type FieldDefinition,
  type IngredientDefinition,
  type Sample,
  type ServiceDefinition,
} from '../../../services/format/service-definition.ts'
import { serviceDefinitions } from '../../../services/service-registry.ts'

type Step = { slug: string; fields?: FieldDefinition[] | undefined }
/** `sample`: what its service answers. */
type Chosen<File extends Step> = { service: ServiceDefinition; file: File; sample: Sample | undefined }
type Listing = Step & { ingredients: IngredientDefinition[] }

/** Values that break what is escaped badly. */
const NASTY = [
  'plain',
  'a "quote" and \\',
  'line\nbreak',
  'ÄÖ 😀 <b>&amp;</b>',
  '{{Nothing}} {"a":1}',
  '100%&x=1#y',
  '',
] as const
const FILTERS = ['', ' | upper', ' | trim', ' | truncate: 12', ' | default: "none"', ' | first_line'] as const

const triggers = serviceDefinitions().flatMap((service) =>
  (service.triggers ?? []).map((file): Chosen<Listing> => ({
    service,
    file,
    sample: service.samples?.triggers?.[file.slug],
  })),
)
const queries = serviceDefinitions().flatMap((service) =>
  (service.queries ?? []).map((file): Chosen<Listing> => ({
    service,
    file,
    sample: service.samples?.queries?.[file.slug],
  })),
)
const actions = serviceDefinitions().flatMap((service) =>
  (service.actions ?? []).map((file): Chosen<Step> => ({
    service,
    file,
    sample: service.samples?.actions?.[file.slug],
  })),
)

/** A draft from the whole catalog, with an event for it and what its services answer; the same for a seed. */
export function randomDraft(seed: number) {
  const dice = new Dice(seed)
  const trigger = oneOf(dice, triggers)
  const asked = dice.below(3) === 0 ? [oneOf(dice, queries)] : []
  const drawn = Array.from({ length: 1 + dice.below(3) }, () => oneOf(dice, actions))
  const done = drawn.filter(({ file }, index) => drawn.findIndex((each) => each.file === file) === index)
  const usable = trigger.file.ingredients.map(({ slug }) => slug)
  const after = asked.flatMap(({ service, file }) =>
    file.ingredients.map(({ slug }) => `${identifierOf(service)}.${stepName(file.slug)}.${slug}`),
  )
  const doc: AppletDraft = {
    name: null,
    steps: draftSteps({
      trigger: { kind: 'trigger', ...toStep(dice, 'a', trigger, []) },
      queries: asked.map((each, index) => ({ kind: 'query', ...toStep(dice, `q${index}`, each, usable) })),
      when: whenOf(dice, trigger, done),
      actions: done.map((each, index) => ({
        kind: 'action',
        ...toStep(dice, `b${index}`, each, [...usable, ...after]),
      })),
    }),
    min_gap: null,
    quiet: null,
  }
  const ingredients = Object.fromEntries(usable.map((name) => [name, dice.one(NASTY)]))
  return {
    doc,
    ingredients,
    queries: asked,
    actions: done,
    services: [trigger, ...asked, ...done].map(({ service }) => service),
  }
}

function oneOf<File extends Step>(dice: Dice, all: Chosen<File>[]): Chosen<File> {
  const found = dice.oneOf(all)
  if (!found) throw new Error('The catalog is empty.')
  return found
}

function toStep(dice: Dice, key: string, { service, file, sample }: Chosen<Step>, names: readonly string[]) {
  const fields = (file.fields ?? []).map((field): [string, string] => {
    const value = sample?.fields?.[field.slug] ?? field.default_value ?? PLAIN[field.type] ?? 'text'
    const [name] = names.length === 0 ? [] : [dice.oneOf(names)]
    const takesText = (field.type === 'text' || field.type === 'textarea') && !service.code?.checks?.[field.slug]
    if (name === undefined || !takesText || dice.below(4) === 0) return [field.slug, value]
    return [field.slug, `${dice.one(NASTY.slice(0, 2) as ['plain', ...string[]])} {{${name}${dice.one(FILTERS)}}}`]
  })
  return {
    key,
    module_name: service.id,
    slug: file.slug,
    account_slot: 0,
    fields: Object.fromEntries(fields),
    asked: [],
    guessed: false,
  }
}

const PLAIN: Partial<Record<FieldType, string>> = { number: '3', url: 'https://example.com/x', secret: '' }

/** One in three has code that sets a field or skips an action. */
function whenOf(dice: Dice, trigger: Chosen<Listing>, [first]: Chosen<Step>[]): DraftWhen {
  const field = first?.file.fields?.find(({ type }) => type === 'text' || type === 'textarea')
  const [ingredient] = trigger.file.ingredients
  if (!first || !field || !ingredient || dice.below(3) > 0) return { kind: 'always' }
  const value = `${identifierOf(trigger.service)}.${stepName(trigger.file.slug)}.${ingredient.slug}`
  const action = `${identifierOf(first.service)}.${stepName(first.file.slug)}`
  const code =
    dice.below(4) === 0 ? `${action}.skip('By code')` : `${action}.${setterName(field.slug)}('[' + ${value} + ']')`
  return { kind: 'code', code }
}
