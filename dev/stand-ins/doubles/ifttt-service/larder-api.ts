import { Hono } from 'hono'
import type { Context } from 'hono'
import type { OAuthContext } from '../../oauth/oauth-state.ts'
import { giveLarderToken, larderAccount } from './larder-oauth.ts'
import { issueLarderId, LARDER_ACCOUNTS, LARDER_SHELVES, type LarderAccount, type LarderState } from './larder-state.ts'
import {
  BODIES,
  ProtocolError,
  readBody,
  requireFields,
  requireHeaders,
  requireServiceKey,
} from './protocol-request.ts'

/** The key that Larder knows us by, and we know it by. */
export const LARDER_SERVICE_KEY = 'larder-service-key-1'

const TRIGGERS = { runs_low: ['shelf', 'below'], delivery_arrived: [] } as const
type TriggerSlug = keyof typeof TRIGGERS
const PAGE = 3

/**
 * How services of the protocol differ. `signs_in: false`: the service key alone opens Ada's kitchen, although the test
 * set-up carries a token. `names_triggers: false`: the test set-up names neither triggers nor queries.
 */
export type LarderKind = { signs_in: boolean; names_triggers: boolean }

/**
 * Larder, a kitchen that speaks IFTTT's protocol for services strictly: any header, parameter or key that the protocol
 * does not have is refused with 400. Mounted at /ifttt/v1.
 */
export function larderApi(state: LarderState, oauth: OAuthContext, { signs_in, names_triggers }: LarderKind): Hono {
  const app = new Hono()
  app.use(async (c, next) => {
    requireHeaders(c)
    await next()
  })
  const key = (c: Context) => requireServiceKey(c, LARDER_SERVICE_KEY)
  const accountOf = (c: Context): LarderAccount => {
    if (signs_in) return larderAccount(c, oauth)
    key(c)
    return 'larder-ada'
  }
  app.get('/status', (c) => {
    key(c)
    return c.body(null, 200)
  })
  app.post('/test/setup', async (c) => {
    key(c)
    await readBody(c, BODIES.nothing)
    const { actions, actionRecordSkipping } = SAMPLES
    const samples = names_triggers ? SAMPLES : { actions, actionRecordSkipping }
    return c.json({ data: { accessToken: testToken(), samples } })
  })
  app.get('/user/info', (c) => {
    const id = accountOf(c)
    return c.json({ data: { id, name: LARDER_ACCOUNTS[id], url: 'https://larder.test/kitchen' } })
  })
  addTriggers()
  addFields(app, accountOf)
  app.post('/queries/items_on_shelf', async (c) => {
    const kitchen = state.kitchens[accountOf(c)]
    const { queryFields, limit = PAGE, cursor = '0' } = await readBody(c, BODIES.query)
    requireFields(queryFields, ['shelf'])
    const items = kitchen.items.filter(({ shelf }) => shelf === queryFields['shelf'])
    const to = Number(cursor) + Math.min(limit, PAGE)
    const data = items.slice(Number(cursor), to).map(({ name, left }) => ({ item: name, left }))
    return c.json({ data, ...(to < items.length && { cursor: String(to) }) })
  })
  app.post('/actions/add_to_list', async (c) => {
    const { list } = state.kitchens[accountOf(c)]
    const { actionFields } = await readBody(c, BODIES.action)
    requireFields(actionFields, ['item', 'amount'])
    const { item = '', amount } = actionFields
    if (list.some((each) => each.item === item)) throw new ProtocolError(400, `${item} is on the list already`, true)
    if (!(Number(amount) > 0)) throw new ProtocolError(400, 'The amount is not a number above 0')
    list.push({ item, amount: Number(amount) })
    return c.json({ data: [{ id: issueLarderId(state, 'entry'), url: 'https://larder.test/list' }] })
  })
  app.all('*', (c) => c.json({ errors: [{ message: 'Larder has no such address' }] }, 404))
  app.onError((error, c) => {
    if (error instanceof ProtocolError) return c.json(error.body, error.status)
    throw error
  })
  return app

  function addTriggers(): void {
    for (const [slug, fields] of Object.entries(TRIGGERS)) {
      app.post(`/triggers/${slug}`, async (c) => {
        const account = accountOf(c)
        const { trigger_identity, triggerFields, limit = 50 } = await readBody(c, BODIES.trigger)
        requireFields(triggerFields, fields)
        state.identities[trigger_identity] = { slug, account }
        return c.json({ data: happened(state, account, slug as TriggerSlug, triggerFields).slice(0, limit) })
      })
      app.delete(`/triggers/${slug}/trigger_identity/:identity`, (c) => {
        accountOf(c)
        delete state.identities[c.req.param('identity')]
        return c.body(null, 204)
      })
    }
  }

  function testToken(): string {
    const now = oauth.now()
    const kitchen = state.kitchens['larder-ada']
    if (kitchen.low.length === 0) noteLow(state, 'larder-ada', { item: 'Salt', shelf: 'spices', left: 1 }, now)
    if (kitchen.deliveries.length === 0) noteDelivery(state, 'larder-ada', { sender: 'Mill & Son', parcels: 2 }, now)
    return giveLarderToken(oauth, 'larder-ada')
  }
}

/** Lists the happenings of a trigger, newest first. */
function happened(state: LarderState, account: LarderAccount, slug: TriggerSlug, fields: Record<string, string>) {
  const { low, deliveries } = state.kitchens[account]
  const isMeant = ({ values: { shelf, left } }: (typeof low)[number]) =>
    shelf === fields['shelf'] && Number(left) < Number(fields['below'])
  const found = { runs_low: () => low.filter(isMeant), delivery_arrived: () => deliveries }[slug]()
  return found.toReversed().map(({ id, at, values }) => ({
    ...values,
    created_at: new Date(at).toISOString(),
    meta: { id, timestamp: Math.floor(at / 1000) },
  }))
}

function addFields(app: Hono, accountOf: (c: Context) => LarderAccount): void {
  const shelves = async (c: Context) => {
    accountOf(c)
    await readBody(c, BODIES.nothing)
    const groups = Map.groupBy(LARDER_SHELVES, ({ group }) => group)
    const data = [...groups].map(([label, of]) => ({ label, values: of.map(toOption) }))
    return c.json({ data: [{ label: 'Every shelf', value: 'all' }, ...data] })
  }
  app.post('/triggers/runs_low/fields/shelf/options', shelves)
  app.post('/queries/items_on_shelf/fields/shelf/options', shelves)
  app.post('/triggers/runs_low/fields/below/validate', async (c) => {
    accountOf(c)
    const { value } = await readBody(c, BODIES.value)
    const valid = Number(value) > 0
    return c.json({ data: valid ? { valid } : { valid, message: 'Choose a number above 0.' } })
  })
  app.post('/triggers/runs_low/validate', async (c) => {
    accountOf(c)
    const { values } = await readBody(c, BODIES.values)
    requireFields(values, TRIGGERS.runs_low)
    const valid = values['shelf'] !== 'spices' || Number(values['below']) <= 10
    const below = valid ? { valid } : { valid, message: 'A shelf of spices never holds more than 10.' }
    return c.json({ data: { shelf: { valid: true }, below } })
  })
}

export function noteLow(
  state: LarderState,
  account: LarderAccount,
  values: { item: string; shelf: string; left: number },
  at: number,
): void {
  state.kitchens[account].low.push({ id: issueLarderId(state, 'low'), at, values })
}

export function noteDelivery(
  state: LarderState,
  account: LarderAccount,
  values: { sender: string; parcels: number },
  at: number,
): void {
  state.kitchens[account].deliveries.push({ id: issueLarderId(state, 'delivery'), at, values })
}

const SAMPLES = {
  triggers: { runs_low: { shelf: 'spices', below: '3' }, delivery_arrived: {} },
  triggerFieldValidations: { runs_low: { below: { valid: '3', invalid: '-1' } } },
  queries: { items_on_shelf: { shelf: 'spices' } },
  actions: { add_to_list: { item: 'Salt', amount: '1' } },
  actionRecordSkipping: { add_to_list: { item: 'Salt', amount: '1' } },
}

function toOption({ label, value }: (typeof LARDER_SHELVES)[number]) {
  return { label, value }
}
