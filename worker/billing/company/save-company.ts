import type Stripe from 'stripe'
import type { Ctx, SettingsCtx } from '../../system/context/context.ts'
import type { Company, CompanyAnswer } from '../../contract/billing/company.ts'
import { HOUR } from '../../contract/shared/durations.ts'
import { SENTENCES } from '../../contract/errors.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { log } from '../../system/log/log.ts'
import { countTries, type RateLimitRule } from '../../db/rate-limit.ts'
import { requireUser } from '../../system/context/require-user.ts'
import { isMissingAtStripe, isStoredFailure, stripeProblem } from '../stripe/stripe-problem.ts'
import { findOrCreateCustomer } from '../customer/stripe-customer.ts'
import { addressAt, toLocationRefusal } from '../tax/tax-location.ts'
import { offeredTaxId } from './read-company.ts'

export const COMPANY_PER_USER: RateLimitRule = { rule: 'company_user', tries: 30, window: HOUR }

/** How often one number can be given and removed until Stripe forgets the keys after a day. */
const TRIES = 10

/**
 * POST /api/billing/company: what receipts say from now on. Receipts that exist stay as they are. Saving again finishes
 * what a crash left open; the former number goes only once the new one is there. Throws `invalid_input` (tax_id),
 * `company_not_saved`, `rate_limited`.
 */
export async function saveCompany(ctx: Ctx, company: Company): Promise<CompanyAnswer> {
  return changeCompany(ctx, async (stripe, customer) => {
    const { name, line1, line2, city, state, postal_code, country } = company
    const kept = await keepTaxId(stripe, customer, company)
    const address = { line1, line2, city, state, postal_code, country }
    await stripe.customers.update(customer, { name, business_name: name, address, ...validated(ctx) })
    await deleteTaxIds(stripe, customer, kept)
    return { company }
  })
}

/** POST /api/billing/company/remove. Throws `company_not_saved`, `rate_limited`. */
export async function removeCompany(ctx: Ctx): Promise<CompanyAnswer> {
  return changeCompany(ctx, async (stripe, customer, login) => {
    // First, because the page shows what is left and so lets its user press Remove again.
    await deleteTaxIds(stripe, customer, null)
    const address = ctx.settings.STRIPE_TAX ? await taxAddress(stripe, customer) : ''
    await stripe.customers.update(customer, { name: login, business_name: '', address })
    return { company: null }
  })
}

/** With Stripe Tax, an address at which it cannot tax is refused now and not with the next payment. */
function validated({ settings }: SettingsCtx) {
  return settings.STRIPE_TAX ? { tax: { validate_location: 'immediately' } } : {}
}

/** The address without the company's street, because a subscription is still taxed there. */
async function taxAddress(stripe: Stripe, customer: string): Promise<Stripe.AddressParam | ''> {
  const found = await stripe.customers.retrieve(customer)
  const { country, postal_code, state } = (found.deleted ? null : found.address) ?? {}
  return country ? { ...addressAt({ country, postal_code: postal_code ?? '' }), state: state ?? '' } : ''
}

async function changeCompany(
  ctx: Ctx,
  work: (stripe: Stripe, customer: string, login: string) => Promise<CompanyAnswer>,
): Promise<CompanyAnswer> {
  const { id, login } = await requireUser(ctx)
  await countTries(ctx, { limit: COMPANY_PER_USER, whom: id })
  const customer = await findOrCreateCustomer(ctx, id)
  try {
    return await work(await ctx.stripe(), customer, login)
  } catch (error) {
    throw toCompanyRefusal(error)
  }
}

function toCompanyRefusal(error: unknown): unknown {
  const location = toLocationRefusal(error)
  const problem = stripeProblem(location)
  if (!problem) return location
  if (problem.code === 'tax_id_invalid') {
    return new AppError('invalid_input', { attribute: 'tax_id', message: SENTENCES.tax_id_invalid, cause: error })
  }
  log('warn', 'company_not_saved', { code: problem.code, status: problem.status })
  return new AppError('company_not_saved', { cause: error })
}

/** The id of the customer's tax id with this type and number, created if there is none yet; null if none is wanted. */
async function keepTaxId(
  stripe: Stripe,
  customer: string,
  { tax_id_type: type, tax_id: value }: Pick<Company, 'tax_id_type' | 'tax_id'>,
): Promise<string | null> {
  if (!type) return null
  const known = await offeredTaxIds(stripe, customer)
  const same = known.find((each) => each.type === type && each.value === value)
  if (same) return same.id
  for (let nth = 1; nth <= TRIES; nth++) {
    const idempotencyKey = `tax_id:${customer}:${type}:${value}:${nth}`
    const create = stripe.customers.createTaxId(customer, { type, value }, { idempotencyKey })
    const made = await create.catch((error: unknown) => {
      if (!isStoredFailure(error)) throw error
    })
    // The key of one that was removed since replays it.
    if (made && (await hasTaxId(stripe, customer, made.id))) return made.id
  }
  throw new AppError('rate_limited')
}

async function hasTaxId(stripe: Stripe, customer: string, id: string): Promise<boolean> {
  try {
    await stripe.customers.retrieveTaxId(customer, id)
    return true
  } catch (error) {
    if (isMissingAtStripe(error)) return false
    throw error
  }
}

async function deleteTaxIds(stripe: Stripe, customer: string, except: string | null): Promise<void> {
  for (const { id } of await offeredTaxIds(stripe, customer)) {
    if (id === except) continue
    await stripe.customers.deleteTaxId(customer, id).catch((error: unknown) => {
      if (!isMissingAtStripe(error)) throw error
    })
  }
}

async function offeredTaxIds(stripe: Stripe, customer: string) {
  const { data } = await stripe.customers.listTaxIds(customer, { limit: 100 })
  return data.flatMap((taxId) => offeredTaxId(taxId) ?? [])
}
