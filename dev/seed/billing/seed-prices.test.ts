import { expect, test } from 'vitest'
import { connect } from '../../../worker/system/d1/client.ts'
import { sqliteD1 } from '../../test/d1-in-node/sqlite-d1.ts'
import { doubleAddresses } from '../../stand-ins/doubles/double-routes.ts'
import { seedCatalog } from '../seed-catalog.ts'

test("a real account's prices stay for sale when seeded again", async () => {
  const d1 = sqliteD1()
  const seed = () => seedCatalog(connect(d1), doubleAddresses('http://localhost:8789'))
  await seed()
  await d1.batch([
    d1.prepare(`update prices set active = 0 where plan_id = 'pro' and "interval" = 'month'`),
    d1.prepare(
      `insert into prices (id, stripe_price_id, plan_id, tier, product_id, amount, "interval") values ('own', 'price_own', 'pro', 'pro', 'own', 1099, 'month')`,
    ),
  ])
  await seed()
  const { results } = await d1
    .prepare(`select amount from prices where active and plan_id = 'pro' order by amount`)
    .all()
  expect(results).toEqual([{ amount: 1099 }, { amount: 9999 }])
})
