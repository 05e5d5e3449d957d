import { unwrap } from '../edge/api-client.ts'
import type { Route } from '../edge/route.ts'
import type { BillingData } from './billing-page.tsx'
import type { InvoiceData } from './invoice-page.tsx'

export const billingSettingsRoutes: readonly Route[] = [
  {
    pattern: '/settings/billing',
    page: 'billing/billing-page',
    access: 'private',
    takesCards: true,
    load: async ({ mine, now, timeZone }) => {
      const [billing, ai] = await Promise.all([
        unwrap(mine.api.billing.$get()),
        unwrap(mine.api.ai_creations.$get()).catch(() => null),
      ])
      const data: BillingData = { billing, ai, now, timeZone }
      return { kind: 'page', data, title: 'Billing' }
    },
  },
  {
    pattern: '/settings/billing/invoices/:id',
    page: 'billing/invoice-page',
    access: 'private',
    load: async ({ mine, params, timeZone }) => {
      const id = params.id ?? ''
      const data: InvoiceData = {
        invoice: await unwrap(mine.api.billing.invoices[':id'].$get({ param: { id } })),
        timeZone,
      }
      return { kind: 'page', data, title: data.invoice.number ?? 'Invoice' }
    },
  },
]
