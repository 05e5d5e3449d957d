import { engineIncludable } from './engine/routes.ts'
import type { Includable } from './http/expand.ts'
import { couponIncludable } from './resources/coupons.ts'
import { customerIncludable } from './resources/customers.ts'
import { priceIncludable } from './resources/prices.ts'

/** The fields that Stripe shows only to those who ask with `expand`. */
export const includable: Includable = {
  ...customerIncludable,
  ...couponIncludable,
  ...priceIncludable,
  ...engineIncludable,
}
