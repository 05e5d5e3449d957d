import { engineIncludable } from './all-routes.ts'
import type { Includable } from '../http/expand.ts'
import { couponIncludable } from '../resources/products/coupon-routes.ts'
import { customerIncludable } from '../resources/customer-routes.ts'
import { priceIncludable } from '../resources/products/price-routes.ts'

/** The fields that Stripe shows only to those who ask with `expand`. */
export const includable: Includable = {
  ...customerIncludable,
  ...couponIncludable,
  ...priceIncludable,
  ...engineIncludable,
}
