import type { FieldOption } from '../../contract/connections/service.ts'
import type { Repeat } from '../../system/runner-api/step-outcome.ts'
import type { AskOptions } from '../format/service-code.ts'
import type {
  ConnectDefinition,
  FieldDefinition,
  IngredientDefinition,
  ServiceDefinition,
} from '../format/service-definition.ts'
import { IFTTT_BASE, type IftttService } from './ifttt-request.ts'
import { iftttOptions } from './live-options.ts'
import { iftttAccount, iftttAction, iftttLeave, iftttPoll, iftttQuery } from './ifttt-steps.ts'
import { iftttValidate } from './validate-fields.ts'

/**
 * `options: 'live'`: the service lists them. `validates`: the service is asked whether a value is right when it is
 * saved.
 */
type IftttField = Omit<FieldDefinition, 'options'> & {
  options?: FieldOption[] | 'live' | undefined
  validates?: boolean | undefined
}

type StepTexts = { slug: string; name: string; description: string; fields?: IftttField[] | undefined }
/** `from` of its ingredients: where they stand in an item, such as `$.created_at`. */
type ListingTexts = StepTexts & { ingredients: IngredientDefinition[] }

/** A service that speaks IFTTT's protocol, as its manifest writes it down: what the protocol itself does not tell. */
export type IftttManifest = Omit<
  ServiceDefinition,
  'transport' | 'hosts' | 'connect' | 'triggers' | 'queries' | 'actions' | 'samples' | 'code'
> & {
  /** The address before `/ifttt/v1`, without a slash at its end. */
  api_url: string
  /** Where users sign in; null for a service that the service key alone opens. Paths are from `api_url`. */
  sign_in: { authorize_url: string; token_url: string } | null
  /** `validates`: the service is asked about all its values together when they are saved. */
  triggers: (ListingTexts & { validates?: boolean | undefined })[]
  queries: ListingTexts[]
  /** The protocol has no keys for effects: without `repeat`, doing it again does it twice. */
  actions: (StepTexts & { repeat?: Repeat | undefined })[]
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
    hosts: [new URL(api_url).host],
    connect: connectionOf(api_url, sign_in),
    triggers: triggers.map((trigger) => ({ ...plainStep('triggers', trigger), ingredients: trigger.ingredients })),
    queries: queries.map((query) => ({ ...plainStep('queries', query), ingredients: query.ingredients })),
    actions: actions.map(({ repeat = 'unsafe', ...action }) => ({ ...plainStep('actions', action), repeat })),
    samples: {
      triggers: bySlug(triggers, (each) => ({ fields: examplesOf(each), answer: { data: [exampleItem(each)] } })),
      queries: bySlug(queries, (each) => ({ fields: examplesOf(each), answer: { data: [exampleItem(each)] } })),
      actions: bySlug(actions, (each) => ({ fields: examplesOf(each), answer: { data: [{ id: 'one' }] } })),
    },
    code: {
      address: api_url,
      triggers: bySlug(triggers, ({ validates = false, ...trigger }) => ({
        poll: iftttPoll(service, trigger),
        leave: iftttLeave(service, trigger),
        validate: iftttValidate(service, { ...trigger, validates }),
      })),
      queries: bySlug(queries, (query) => iftttQuery(service, query)),
      actions: bySlug(actions, (action) => ({ run: iftttAction(service, action) })),
      options: optionsCode(service, { triggers, queries, actions }),
      ...(service.signs_in && { account: iftttAccount(service) }),
    },
  }
}

function bySlug<Step extends { slug: string }, Made>(steps: readonly Step[], make: (step: Step) => Made) {
  return Object.fromEntries(steps.map((step) => [step.slug, make(step)]))
}

/** The protocol's sign-in has one scope, and no key that proves whose code it is (PKCE). */
function connectionOf(api_url: string, sign_in: IftttManifest['sign_in']): ConnectDefinition {
  if (!sign_in) return { kind: 'none' }
  const issuer = sign_in.authorize_url.startsWith('/') ? {} : { issuer: api_url }
  return { kind: 'oauth2', ...issuer, ...sign_in, scopes: 'ifttt' }
}

type Kind = 'triggers' | 'queries' | 'actions'

function plainStep(kind: Kind, { slug, name, description, fields = [] }: StepTexts) {
  return { slug, name, description, fields: fields.map((field) => plainField(kind, slug, field)) }
}

function plainField(
  kind: Kind,
  step: string,
  { validates: _validates, options, ...field }: IftttField,
): FieldDefinition {
  if (options === undefined) return field
  if (options !== 'live') return { ...field, options }
  return { ...field, options: { get: IFTTT_BASE + optionsPath(kind, step, field) } }
}

function optionsPath(kind: Kind, step: string, field: { slug: string }): string {
  return `/${kind}/${step}/fields/${field.slug}/options`
}

/** The options that the service lists, by the addresses of their fields. */
function optionsCode(service: IftttService, steps: Record<Kind, readonly StepTexts[]>): Record<string, AskOptions> {
  const kinds = ['triggers', 'queries', 'actions'] as const
  const paths = kinds.flatMap((kind) =>
    steps[kind].flatMap(({ slug, fields = [] }) =>
      fields.filter(({ options }) => options === 'live').map((field) => optionsPath(kind, slug, field)),
    ),
  )
  return Object.fromEntries(paths.map((path) => [IFTTT_BASE + path, iftttOptions(service, path)]))
}

function examplesOf({ fields = [] }: StepTexts): Record<string, string> {
  return Object.fromEntries(fields.map(({ slug, default_value }) => [slug, default_value ?? 'example']))
}

/** An item as the service would answer it; each ingredient stands where its path says. */
function exampleItem({ ingredients }: ListingTexts) {
  const values = ingredients.map(({ from, slug, example }) => [from?.slice(2) ?? slug, example])
  return { ...Object.fromEntries(values), meta: { id: 'one', timestamp: 0 } }
}
