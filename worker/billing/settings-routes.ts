import { Hono } from 'hono/tiny'
import {
  bookChangeInput,
  cancelInput,
  changeCardInput,
  changePreviewInput,
  invoicesInput,
  keepPlanInput,
} from '../contract/billing/billing-input.ts'
import { companyInput } from '../contract/billing/company-input.ts'
import type { HonoEnv } from '../system/context/hono-env.ts'
import { requireSameUser } from '../system/http/require-same-user.ts'
import { validate } from '../system/http/validate.ts'
import { cancelPlan, resumePlan } from './change-plan/cancel-plan.ts'
import { bookChange, revokeChange } from './booked-change/book-change.ts'
import { previewChange } from './booked-change/preview-change.ts'
import { readCompany } from './company/read-company.ts'
import { removeCompany, saveCompany } from './company/save-company.ts'
import { changeCard } from './overview/change-card.ts'
import { confirmPayment } from './overview/payment-confirmation.ts'
import { listInvoices } from './overview/list-invoices.ts'
import { readBilling } from './overview/read-billing.ts'
import { readInvoice } from './overview/read-invoice.ts'

/** The API of /settings/billing. */
export const billingSettingsRoutes = new Hono<HonoEnv>()
  .get('/billing', async (c) => c.json(await readBilling(c.get('ctx'))))
  .get('/billing/invoices', validate('query', invoicesInput), async (c) =>
    c.json(await listInvoices(c.get('ctx'), c.req.valid('query').starting_after)),
  )
  .get('/billing/invoices/:id', async (c) => c.json(await readInvoice(c.get('ctx'), c.req.param('id'))))
  .get('/billing/change_preview', validate('query', changePreviewInput), async (c) =>
    c.json(await previewChange(c.get('ctx'), c.req.valid('query'))),
  )
  .get('/billing/company', async (c) => c.json(await readCompany(c.get('ctx'))))
  .post('/billing/company', requireSameUser, validate('json', companyInput), async (c) =>
    c.json(await saveCompany(c.get('ctx'), c.req.valid('json'))),
  )
  .post('/billing/company/remove', requireSameUser, async (c) => c.json(await removeCompany(c.get('ctx'))))
  .post('/billing/cancel', requireSameUser, validate('json', cancelInput), async (c) =>
    c.json(await cancelPlan(c.get('ctx'), c.req.valid('json'))),
  )
  .post('/billing/resume', requireSameUser, async (c) => c.json(await resumePlan(c.get('ctx'))))
  .post('/billing/card', requireSameUser, validate('json', changeCardInput), async (c) =>
    c.json(await changeCard(c.get('ctx'), c.req.valid('json'))),
  )
  .post('/billing/confirm_payment', requireSameUser, async (c) => c.json(await confirmPayment(c.get('ctx'))))
  .post('/billing/change', requireSameUser, validate('json', bookChangeInput), async (c) =>
    c.json(await bookChange(c.get('ctx'), c.req.valid('json'))),
  )
  .post('/billing/keep_plan', requireSameUser, validate('json', keepPlanInput), async (c) =>
    c.json(await revokeChange(c.get('ctx'), c.req.valid('json'))),
  )
