import { expect } from 'vitest'
import { invoiceOf } from '../testing/subscriber.fixture.ts'
import { outcomeOf, type Fact } from './contract.fixture.ts'

/** Company details, and what invoices keep of them. */
export const customerFacts: Fact[] = [
  {
    name: 'takes a tax id, and refuses a wrong number as invalid',
    async work({ stripe, customer }) {
      const { id } = await stripe.customers.createTaxId(customer, { type: 'eu_vat', value: 'DE123456789' })
      expect((await stripe.customers.listTaxIds(customer)).data).toMatchObject([{ id, type: 'eu_vat', country: 'DE' }])
      const wrong = stripe.customers.createTaxId(customer, { type: 'eu_vat', value: 'DE12' })
      expect(await outcomeOf(wrong)).toMatchObject({ statusCode: 400, code: 'tax_id_invalid' })
      await stripe.customers.deleteTaxId(customer, id)
      expect(await outcomeOf(stripe.customers.retrieveTaxId(customer, id))).toMatchObject({ code: 'resource_missing' })
    },
  },
  {
    name: 'an empty part of an address is removed',
    assumes: 'Stripe documents an empty text for a whole address only.',
    async work({ stripe, customer }) {
      const street = { line1: 'Hauptstraße 1', line2: 'Hof', city: 'Berlin', postal_code: '10115', country: 'DE' }
      await stripe.customers.update(customer, { address: street })
      const { address } = await stripe.customers.update(customer, { address: { ...street, line2: '', state: '' } })
      expect(address).toMatchObject({ line1: 'Hauptstraße 1', city: 'Berlin' })
      expect(address?.line2 || null).toBeNull()
    },
  },
  {
    name: 'a finalized invoice keeps the name and address of its customer',
    async work(shop) {
      const { stripe, customer } = shop
      await stripe.customers.update(customer, { name: 'Ada', address: { country: 'DE', city: 'Berlin' } })
      const { id } = invoiceOf((await shop.subscribe('visa')).subscription)
      await stripe.customers.update(customer, { name: 'Ada GmbH', business_name: 'Ada GmbH', address: '' })
      expect(await stripe.invoices.retrieve(id)).toMatchObject({
        customer_name: 'Ada',
        customer_address: { country: 'DE', city: 'Berlin' },
      })
    },
  },
]
