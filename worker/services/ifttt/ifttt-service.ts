import type { FieldOption } from '../../contract/connections/service.ts'
import type { Repeat } from '../../system/runner-api/step-outcome.ts'
import type { ConnectDefinition } from '../format/connect-definition.ts'
import type { FieldDefinition, IngredientDefinition, ServiceDefinition } from '../format/service-definition.ts'
import { IFTTT_BASE, type IftttService } from './ifttt-request.ts'
import { iftttAccount, iftttAction, iftttLeave, iftttPoll, iftttQuery } from './ifttt-steps.ts'
import { iftttValidate } from './validate-fields.ts'

/**
 * `options: 'live'`: the service lists them. `validates`: the service is asked whether a value is right when it is
 * saved.
 */
type IftttField = Omit<FieldDefinition, 'options'> & { options?: FieldOption[] | 'live'; validates?: boolean }

type StepTexts = { slug: string; name: string; description: string; fields?: IftttField[] }
/** `from` of its ingredients: where they stand in an item, such as `$.created_at`. */
type ListingTexts = StepTexts & { ingredients: IngredientDefinition[] }

/** A service that speaks IFTTT's protocol, as its manifest writes it down: what the protocol itself does not tell. */
export type IftttManifest = Omit<
  ServiceDefinition,
  'transport' | 'base_url' | 'connect' | 'triggers' | 'queries' | 'actions'
> & {
  /** The address before `/ifttt/v1`, without a slash at its end. */
  api_url: string
  /** Where users sign in; null for a service that the service key alone opens. Paths are from `api_url`. */
  sign_in: { authorize_url: string; token_url: string } | null
  /** `validates`: the service is asked about all its values together when they are saved. */
  triggers: (ListingTexts & { validates?: boolean })[]
  queries: ListingTexts[]
  /** The protocol has no keys for effects: without `repeat`, doing it again does it twice. */
  actions: (StepTexts & { repeat?: Repeat })[]
}

/** The service's definition, whose steps speak the protocol. */
export function iftttService({
  api_url,
  sign_in,
  triggers,
  queries,
  actions,
  ...texts
}: IftttManifest): ServiceDefinition {
  const service = { name: texts.name, signs_in: sign_in !== null }
  return {
    ...texts,
    transport: 'ifttt',
    base_url: api_url,
    connect: connectionOf(service, sign_in),
    triggers: triggers.map(({ validates = false, ...trigger }) => ({
      ...plainStep('triggers', trigger),
      ingredients: trigger.ingredients,
      mode: 'poll' as const,
      poll: iftttPoll(service, trigger),
      leave: iftttLeave(service, trigger),
      validate: iftttValidate(service, { ...trigger, validates }),
      sample: { fields: examplesOf(trigger), answer: { data: [exampleItem(trigger)] } },
    })),
    queries: queries.map((query) => ({
      ...plainStep('queries', query),
      ingredients: query.ingredients,
      run: iftttQuery(service, query),
      sample: { fields: examplesOf(query), answer: { data: [exampleItem(query)] } },
    })),
    actions: actions.map(({ repeat = 'unsafe', ...action }) => ({
      ...plainStep('actions', action),
      repeat,
      run: iftttAction(service, action),
      sample: { fields: examplesOf(action), answer: { data: [{ id: 'one' }] } },
    })),
  }
}

/** The protocol's sign-in has one scope, and no key that proves whose code it is (PKCE). */
function connectionOf(service: IftttService, sign_in: IftttManifest['sign_in']): ConnectDefinition {
  if (!sign_in) return { kind: 'none' }
  return { kind: 'oauth2', issuer: '', ...sign_in, revoke_url: null, scopes: ['ifttt'], account: iftttAccount(service) }
}

type Kind = 'triggers' | 'queries' | 'actions'

function plainStep(kind: Kind, { slug, name, description, fields = [] }: StepTexts) {
  return { slug, name, description, fields: fields.map((field) => plainField(`${IFTTT_BASE}/${kind}/${slug}`, field)) }
}

function plainField(step: string, { validates: _validates, options, ...field }: IftttField): FieldDefinition {
  if (options === undefined) return field
  if (options !== 'live') return { ...field, options }
  return { ...field, options: { get: `${step}/fields/${field.slug}/options` } }
}

function examplesOf({ fields = [] }: StepTexts): Record<string, string> {
  return Object.fromEntries(fields.map(({ slug, default_value }) => [slug, default_value ?? 'example']))
}

/** An item as the service would answer it; each ingredient stands where its path says. */
function exampleItem({ ingredients }: ListingTexts): Record<string, unknown> {
  const values = ingredients.map(({ from, slug, example }) => [from?.slice(2) ?? slug, example])
  return { ...Object.fromEntries(values), meta: { id: 'one', timestamp: 0 } }
}
