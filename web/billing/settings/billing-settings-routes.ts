import { unwrap } from '../../edge/api/api-fetch.ts'
import type { Route } from '../../edge/routing/page-route.ts'
import { askedQuestion } from './overview/asked-question.ts'
import type { BillingData } from './billing-page.tsx'
import type { InvoiceData } from './invoices/invoice-page.tsx'

export const billingSettingsRoutes = [
  {
    pattern: '/settings/billing',
    page: 'billing/settings/billing-page',
    access: 'private',
    takesCards: true,
    load: async ({ mine, now, timeZone, search }) => {
      const [billing, ai, company] = await Promise.all([
        unwrap(mine.api.billing.$get()),
        unwrap(mine.api.ai_creations.$get()).catch(() => null),
        unwrap(mine.api.billing.company.$get()).catch(() => null),
      ])
      const data: BillingData = { billing, ai, company, now, timeZone, ask: askedQuestion(search, billing) }
      return { kind: 'page', data, title: 'Billing' }
    },
  },
  {
    pattern: '/settings/billing/invoices/:id',
    page: 'billing/settings/invoices/invoice-page',
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
] as const satisfies readonly Route[]
