import type { PlanPart } from '../system/context/account-parts.ts'
import type { Ctx } from '../system/context/context.ts'
import { endOfPlanInWords } from './deletion/end-of-plan-in-words.ts'
import { endBilling, letPlanRenew, setPlanToEnd } from './deletion/plan-of-deletion.ts'
import { readPlanInOffer } from './deletion/read-plan-in-offer.ts'
import { planGoesOnInWords } from './mails/send/plan-goes-on.ts'
import { invoiceSection } from './overview/export-invoices.ts'

export const planPart: PlanPart<Ctx> = {
  readPlanInOffer,
  setPlanToEnd,
  endOfPlanInWords,
  letPlanRenew,
  planGoesOnInWords,
  endBilling,
  sectionsOf: (ctx, payer) => [invoiceSection(ctx, payer)],
}
