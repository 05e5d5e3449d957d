import type Stripe from 'stripe'
import { route, type Api } from '../http/api-route.ts'

/** The account; wallets use its country. */
export function accountRoutes(api: Api, country: string): void {
  route(api, 'get', '/v1/account', {}, () => account(country))
}

function account(country: string): Stripe.Account {
  return {
    id: 'acct_1switchyard',
    object: 'account',
    charges_enabled: true,
    country,
    default_currency: 'usd',
    details_submitted: true,
    email: 'owner@switchyard.example',
    payouts_enabled: true,
    type: 'standard',
  }
}
