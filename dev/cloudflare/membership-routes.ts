import { Hono } from 'hono'
import type { Account } from 'cloudflare/resources/accounts/accounts'
import { answer, answerPage, found } from './api-envelope.ts'
import type { AccountState } from './account-state.ts'

/** Who the token belongs to, and which accounts it may use. */
export function membershipRoutes(accounts: readonly AccountState[]) {
  const asAccount = ({ id, name }: AccountState): Account => ({ id, name, type: 'standard' })
  return new Hono()
    .get('/user', (c) =>
      answer(c, { id: 'c'.repeat(32), email: 'operator@example.com', two_factor_authentication_enabled: true }),
    )
    .get('/user/tokens/verify', (c) => answer(c, { id: 'd'.repeat(32), status: 'active' }))
    .get('/memberships', (c) =>
      answerPage(
        c,
        accounts.map((account) => ({ id: `e${account.id.slice(1)}`, status: 'accepted', account: asAccount(account) })),
      ),
    )
    .get('/accounts', (c) => answerPage(c, accounts.map(asAccount)))
    .get('/accounts/:account', (c) => {
      const account = accounts.find(({ id }) => id === c.req.param('account'))
      return answer(c, asAccount(found(account, 7003, 'Could not route to the account')))
    })
}
