import type { Stripe } from 'stripe'
import type { Changes } from './products/changes.ts'
import { quoted, type Database } from '../deploy/config/database-access.ts'
import { orNull } from './products/or-null.ts'

const MARK = 'stripe_mode'
/** How many customers are looked up, oldest and newest. */
const SAMPLE = 3

/**
 * Test objects never go to a D1 that knows live customers. A D1 knows some if a run with a live key has marked it so (the
 * row `stripe_mode` of `cursors`), or if Stripe's test mode does not know the customers that its users have: those were
 * made with a live key, or in another account. The demo's customers do not count.
 */
export async function refuseLiveDatabase(stripe: Stripe, database: Database): Promise<void> {
  if ((await readMark(database)) === 'live')
    throw new Error('This D1 has live prices. A test key would replace them, so nothing was changed. Use the live key.')
  for (const customer of await someCustomers(database)) {
    if (await orNull(stripe.customers.retrieve(customer))) continue
    throw new Error(
      `This D1 knows the customer ${customer}, whom this test key does not know: a live one, or one of another account. Nothing was changed. Use that account's key, or another D1 (on this machine: npm run reset).`,
    )
  }
}

/** Notes in a D1 that its prices and customers are live. */
export async function markAsLive(database: Database, changes: Changes): Promise<void> {
  if ((await readMark(database)) === 'live') return
  const sql = `insert into cursors (name, value) values (${quoted(MARK)}, 'live') on conflict (name) do update set value = 'live'`
  await changes.make('D1: marked as live, test keys are refused from now on', () => database.write([sql]), undefined)
}

async function readMark(database: Database): Promise<unknown> {
  const [row] = await database.read(`select value from cursors where name = ${quoted(MARK)}`)
  return row?.['value']
}

async function someCustomers(database: Database): Promise<string[]> {
  const known = `from users where stripe_customer_id is not null and stripe_customer_id not like 'cus\\_demo\\_%' escape '\\'`
  const read = (order: string) =>
    database.read(`select stripe_customer_id id ${known} order by created_at ${order}, id limit ${SAMPLE}`)
  const rows = [...(await read('asc')), ...(await read('desc'))]
  return [...new Set(rows.map(({ id }) => String(id)))]
}
